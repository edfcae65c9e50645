/** What events are called. */
export const KIND_WORDS: Record<string, string> = {
  user_signed_in: 'Signed in',
  user_signed_out: 'Signed out',
  sign_in_failed: 'Sign-in failed',
  password_changed: 'Password changed',
  password_reset: 'Password reset',
  user_renamed: 'User renamed',
  sessions_ended: 'Browsers signed out',
  key_created: 'Key created',
  key_changed: 'Key changed',
  key_rotated: 'Key rotated',
  key_revoked: 'Key revoked',
  wallet_credited: 'Credit added',
  settings_changed: 'Settings changed',
  alert_settings_changed: 'Alert settings changed',
  invitation_created: 'Invitation created',
  invitation_deleted: 'Invitation deleted',
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
  outcome_given_up: 'Run outcome given up',
  answer_lost: 'Run answer lost',
  completed_uncharged: 'Run completed, not charged',
};

/** One that is not known yet is told as it is: `key_created` reads `Key created`. */
export function wordsOfKind(kind: string): string {
  const words = kind.replaceAll('_', ' ');
  return KIND_WORDS[kind] ?? words.charAt(0).toUpperCase() + words.slice(1);
}
