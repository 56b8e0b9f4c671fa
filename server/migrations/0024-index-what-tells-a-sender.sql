-- Whose money it is that nobody is recognised by (rules.md §17.7): whom its sender paid for before, and which members
-- showed a slip of it, announced its amount, or had a QR code of its amount open.
create index bank_transfers_sender on bank_transfers (from_bank, from_account_no, id desc) where state = 'credited';
create index slips_any_reference on slips (reference) where reference is not null;
create index manual_deposits_amount on manual_deposits (currency, amount_minor, created_at) where state = 'PENDING';
create index qr_payments_amount on qr_payments (currency, amount_minor, expires_at) where state = 'OPEN';
