-- The index of 0041 says in the constraint's place that a bank account is somebody's, and under its name: the version before
-- knows the refusal by it.
alter table member_bank_accounts drop constraint member_bank_accounts_unique;
alter index member_bank_accounts_number_unique rename to member_bank_accounts_unique;
