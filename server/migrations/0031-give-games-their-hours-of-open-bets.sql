-- How long what was lost at a provider that reports no bets counts as staked is a setting of the provider: openBetHours in
-- game_providers.settings. Where operators had set one number for all of them, each goes on with it.
update game_providers p set settings = p.settings || jsonb_build_object('openBetHours', s.value)
from settings s
where s.key = 'bonus.silentBetHours';
delete from settings where key = 'bonus.silentBetHours';
