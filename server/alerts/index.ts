/**
 * Alerts: a workspace says which lines are not to be crossed, and who is told. A worker looks now and then; what is crossed is
 * decided in the database, so that of many processes one raises an alert, once until it has recovered.
 */
export { type AlertLetterOptions, writeAlert } from './letter.ts';
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
