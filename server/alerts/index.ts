/**
 * Alerts: a workspace sets thresholds and says whom the service notifies. A worker checks the thresholds regularly. The
 * database decides which ones are crossed, so an alert is raised by one process only, and only once until it has
 * recovered.
 */
export { type AlertEmailOptions, writeAlert } from './email.ts';
export { type AlertSettings, type AlertSettingsChange, changeAlertSettings } from './settings.ts';
export {
  type Alert,
  type AlertKind,
  checkAlerts,
  MAIL_TO,
  type MailTo,
  selectAlertSettings,
  selectAlerts,
} from './store.ts';
