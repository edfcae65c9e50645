/**
 * Alerts: a workspace sets thresholds, and says who is notified. A worker checks them now and then. The database
 * decides what is crossed, so that one of many processes raises an alert, once until it has recovered.
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
