import { KINDS, RUN_KINDS } from '../../api/index.ts';

/** The names of events. */
export const KIND_WORDS: Record<string, string> = {
  user_signed_in: 'Signed in',
  user_signed_out: 'Signed out',
  sign_in_failed: 'Sign-in failed',
  password_changed: 'Password changed',
  password_reset: 'Password reset',
  user_renamed: 'User renamed',
  sessions_ended: 'Browsers signed out',
  second_factor_enabled: 'Two-factor authentication turned on',
  second_factor_disabled: 'Two-factor authentication turned off',
  recovery_code_used: 'Recovery code used',
  recovery_codes_replaced: 'Recovery codes replaced',
  key_created: 'Key created',
  key_changed: 'Key changed',
  key_rotated: 'Key rotated',
  key_revoked: 'Key revoked',
  wallet_credited: 'Credit added',
  credit_taken_back: 'Credit taken back',
  credit_granted: 'Credit granted',
  grant_revoked: 'Grant revoked',
  grant_expired: 'Grant expired',
  auto_recharge_set: 'Auto-recharge set',
  auto_recharge_removed: 'Auto-recharge removed',
  auto_recharge_turned_off: 'Auto-recharge turned off',
  card_saved: 'Card saved',
  settings_changed: 'Settings changed',
  quota_changed: 'Quota changed',
  workspace_suspended: 'Workspace suspended',
  workspace_resumed: 'Workspace resumed',
  alert_settings_changed: 'Alert settings changed',
  invitation_created: 'Invitation created',
  invitation_deleted: 'Invitation deleted',
  workspace_created: 'Workspace created',
  terms_accepted: 'Terms accepted',
  member_joined: 'Member joined',
  member_role_changed: 'Role changed',
  member_removed: 'Member removed',
  webhook_endpoint_created: 'Webhook endpoint created',
  webhook_endpoint_changed: 'Webhook endpoint changed',
  webhook_endpoint_disabled: 'Webhook endpoint disabled',
  webhook_endpoint_deleted: 'Webhook endpoint deleted',
  webhook_secret_rotated: 'Webhook secret rotated',
  webhook_message_resent: 'Webhook message resent',
  destination_created: 'Destination created',
  destination_changed: 'Destination changed',
  destination_disabled: 'Destination disabled',
  destination_deleted: 'Destination deleted',
  prompt_version_saved: 'Prompt version saved',
  prompt_label_moved: 'Prompt label moved',
  prompt_label_protected: 'Prompt label protected',
  prompt_label_unprotected: 'Prompt label unprotected',
  score_saved: 'Score saved',
  score_deleted: 'Score deleted',
  customer_created: 'Customer created',
  customer_changed: 'Customer changed',
  customer_defaults_changed: 'Default budgets changed',
  customer_granted: 'Credit granted to a customer',
  customer_grant_revoked: 'Grant of a customer revoked',
  customer_grant_expired: 'Grant of a customer expired',
  end_user_erased: 'Customer erased',
  saved_export_created: 'Export saved',
  saved_export_deleted: 'Saved export deleted',
  made_export_created: 'Export requested',
  made_export_deleted: 'Requested export deleted',
  outcome_given_up: 'Run outcome given up',
  answer_lost: 'Run answer lost',
  completed_uncharged: 'Run completed, not charged',
};

/** Derives the name of an unknown event: `key_created` becomes `Key created`. */
export function wordsOfKind(kind: string): string {
  const words = kind.replaceAll('_', ' ');
  return KIND_WORDS[kind] ?? words.charAt(0).toUpperCase() + words.slice(1);
}

/** The members of details whose own names are not the words for them. */
const DETAIL_WORDS: Record<string, string> = {
  scopes: 'permissions',
  memberScopes: 'permissions of members’ keys',
  creditAmount: 'own credit',
  credit: 'own credit',
  returned: 'returned to the wallet',
  kinds: 'of',
  eventTypes: 'events',
  endUserId: 'customer',
  termsUrl: 'terms',
  why: 'reason',
  from: 'before',
  url: 'at',
  ip: 'from',
  by: 'with',
  dayAmount: 'a day',
  monthAmount: 'a month',
  totalAmount: 'in total',
  dayLimit: 'daily limit',
  monthLimit: 'monthly limit',
  thresholdAmount: 'below',
  rechargeAmount: 'adds',
  monthCapAmount: 'at most in a month',
  keyLimitPercent: 'alert for keys with a limit used to',
  failureRatePercent: 'alert for failed runs at',
  lowBalanceAmount: 'alert for a balance below',
  lossAmount: 'lost',
  declineReason: 'the card was declined:',
};

/** `lossAmount` reads `loss`, `oldWorksUntil` reads `old works until`. */
export function wordsOfDetail(name: string): string {
  const short = name.replace(/(?:Id|Amount)$/, '');
  return DETAIL_WORDS[name] ?? short.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
}

/** What a switch says when it is on, and when it is off. */
const SWITCH_WORDS: Record<string, [string, string] | undefined> = {
  walletFallback: ['uses the wallet after its own credit', 'stops at its own credit'],
  includeContent: ['with texts', 'without texts'],
  hasBalance: ['prepaid', 'not prepaid'],
};

export function wordsOfSwitch(name: string, isOn: boolean): string | undefined {
  return SWITCH_WORDS[name]?.[isOn ? 0 : 1];
}

/** Options whose own names are not the words for them. */
const OPTION_WORDS: Record<string, string> = {
  protobuf: 'Protobuf',
  json: 'JSON',
  ...Object.fromEntries(RUN_KINDS.map((of) => [KINDS[of].kind, KINDS[of].title.toLowerCase()])),
  by_user: 'by a person',
  oidc: 'single sign-on',
  sign_up: 'a sign-up',
  mail: 'a mail',
  csv: 'CSV',
  jsonl: 'JSON lines',
};

/** `insufficient_funds` reads `insufficient funds`. */
export function wordsOfOption(option: string): string {
  return OPTION_WORDS[option] ?? option.replaceAll('_', ' ');
}
