-- What the role that the service works as may do. The tables belong to another role, which migrates: so the working
-- role cannot change the form of a table, switch off a trigger, or grant itself more than this file gives.
--
-- `migrate` applies this file after the migrations; it replaces all rights that the role had. The role cannot even read
-- a table that is not named here, so a migration that adds a table adds a line. Functions need no line: they run with the
-- rights of their caller, except `close_balances`, `keep_payload_months` and `keep_span_days`. `working_role` stands for
-- the name of the role.

grant select on schema_migration, schema_function, schema_range to working_role;

-- Written by `close_balances` alone, with the owner's rights.
grant select on closed_balance, ledger_closed, ledger_sum to working_role;

-- What servers of tools have, and who may sell it.
grant select, insert, update on tool to working_role;
grant select, insert, update, delete on tool_definition, tools_left_out to working_role;

-- Prompts are kept for good: versions as they were saved.
grant select, insert on prompt_version to working_role;
-- What was saved before there was a key is encrypted in its place.
grant update (content, compiled, variables, config, comment, content_hash, request_hash) on prompt_version to working_role;
grant select, insert, update on prompt, prompt_label to working_role;
grant select, insert, delete on protected_label to working_role;

-- Which keys belong to the playground never changes.
grant select, insert on playground_key to working_role;

-- Payments are kept for good: neither who pays nor the amount changes.
grant select, insert on payment to working_role;
grant update (state, checkout, checkout_url, receipt_url, invoice_url, tax, ended_at, look_ups, next_look_up, fault, returned, taken_back,
  returns, is_disputed, charged_back_at, decline) on payment to working_role;
grant select, insert, update, delete on auto_recharge, saved_card to working_role;
grant select, update on payment_search to working_role;
grant select, insert, delete on payment_customer to working_role;
grant select, insert, update on payment_day to working_role;

-- Grants are kept for good: neither the amount nor the expiry changes.
grant select, insert on credit_grant to working_role;
grant update (ends_at, state, held_runs, kept_amounts, spent, expired, takes, recorded, counted, charged_to)
  on credit_grant to working_role;

-- Views are renamed and deleted.
grant select, insert, update, delete on saved_view to working_role;

-- Written once. An end user who is forgotten has another name in them.
grant select, insert on usage_hour, usage_hour_of_end_user to working_role;
grant update (end_user_id) on usage_hour_of_end_user to working_role;

-- Written once. Neither the number nor the time of an entry can be chosen, so nothing is added to the past.
grant select on ledger_entry, audit_event, operator_act to working_role;
grant insert (workspace, account, run, kind, debit_bucket, credit_bucket, amount, external_reference)
  on ledger_entry to working_role;
grant insert (workspace, run, kind, detail, actor) on audit_event to working_role;
grant select on tax_entry to working_role;
grant insert (workspace, reference, amount) on tax_entry to working_role;
grant insert (workspace, via, actor, kind, reason, detail, request_key) on operator_act to working_role;

-- Kept for good, and changed.
grant select, insert, update on usage_closed, provider_circuit, chore to working_role;
grant select, insert, update on deployment, workspace, account, api_key, key_spending, run to working_role;

-- Customers are erased.
grant select, insert, update, delete on customer, customer_spending, customer_grant to working_role;
grant select, insert, update on customer_setting to working_role;

-- Requests and answers may be purged; `content_purge` says so from then on.
grant select, insert, update, delete on run_payload to working_role;
grant select, insert on content_purge to working_role;

-- What content is encrypted with, as the operator's key has wrapped it.
grant select, insert, update on content_key to working_role;

-- Written once, and dropped by the day with the owner's rights, or deleted with what their workspace keeps no longer.
grant select, insert, delete on client_span to working_role;
grant update (status_message, attributes, events, input, output) on client_span to working_role;
grant select, insert, update on span_day to working_role;

-- Written once.
grant select, insert on welcomed_card, welcomed_mailbox to working_role;
grant select, insert on early_end to working_role;

-- What was saved before there was a key goes to another owner while it is encrypted.
grant select, insert, delete on output_part to working_role;
grant update (owner) on output_part to working_role;

-- Of request keys, those are deleted that the same statement has saved and found that nobody can pay for.
grant select, insert, delete on request_key to working_role;
grant update (request_hash, hash_version) on request_key to working_role;

-- What stored bytes cost is written once.
grant select, insert on storage_charge to working_role;

-- Quotas are set and reset; what is stored is counted, and no longer counted.
grant select, insert, update, delete on quota, stored_bytes, stored_output, content_day, content_counted, traffic_day
  to working_role;

-- Sign-ups wait until their link is used or expires.
grant select, insert, update, delete on sign_up, sign_up_link to working_role;

-- People may delete a score.
grant select, insert, delete on score to working_role;
grant update (request_hash, comment, end_user_id, run_session_id) on score to working_role;

-- Definitions never change.
grant select, insert, delete on saved_export to working_role;
grant select, insert, update, delete on made_export to working_role;

-- What is over is deleted after a year.
grant select, insert, update, delete on alert to working_role;
grant select, insert, update on alert_setting to working_role;

-- Endpoints take their deliveries with them.
grant select, insert, update, delete on webhook_endpoint, webhook_delivery, low_balance_told to working_role;

-- What waits for a destination that was removed is deleted later.
grant select, insert, update, delete on broadcast_destination to working_role;
grant select, insert, delete on broadcast_span to working_role;

-- Rows for a time.
grant select, insert, update, delete
  on run_queue, worker, witness, witness_lane, refusal, synced_model, rate_window, sign_in_attempt to working_role;
grant select, insert, update, delete
  on mail, password_reset, invitation_link, second_factor, recovery_code, operator_role,
     app_user, user_session, user_account, user_verification, membership, invitation to working_role;
