-- Devices that have logged in: strangers' wrong passwords do not lock them out (rules.md §2.3).
create table known_devices (
  -- whose login, as limits name it: member:<phone> or operator:<email>
  account text not null,
  -- SHA-256 of the random id in the device's cookie
  device_hash text not null,
  last_login_at timestamptz not null,
  primary key (account, device_hash)
);
create index known_devices_last_login_at on known_devices (last_login_at);
