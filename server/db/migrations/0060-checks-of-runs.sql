-- See 0059.
alter table run
  add constraint run_amounts check (
    least(reserved_amount, provider_amount, list_amount, fee_amount, charged_amount, absorbed_amount) >= 0
    and fee_basis_points >= 0 and reserved_amount <= 9007199254740991 and charged_amount <= reserved_amount) not valid,
  add constraint run_states check (
    state = any ('{reserved,queued,submitting,running,received,needs_reconciliation,completed,failed}')
    and (finished_at is not null) = (state = any ('{completed,failed}'))
    and (state <> 'failed' or error is not null and charged_amount is null)) not valid,
  drop constraint model_run_reserved_amount_check,
  drop constraint model_run_provider_amount_check,
  drop constraint model_run_list_amount_check,
  drop constraint model_run_fee_amount_check,
  drop constraint model_run_absorbed_amount_check,
  drop constraint model_run_fee_basis_points_check,
  drop constraint model_run_check,
  drop constraint run_state_check,
  drop constraint model_run_check1,
  drop constraint model_run_check2;
