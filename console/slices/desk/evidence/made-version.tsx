import type { Kind } from '@krapao/contract/slices/campaign/kinds.ts'
import { WaitingVersion } from '../../campaign/public.ts'
import type { Item } from '../queries.ts'

/** What the version of a campaign changes that waits; nothing for other items. */
export function MadeVersion({ evidence }: Pick<Item, 'evidence'>) {
  const valueAt = (wanted: string) => evidence.find(({ label }) => label === wanted)?.value
  const [kind, code, version] = [valueAt('campaignKind'), valueAt('offerCode'), valueAt('version')]
  if (!kind || !code || !version) return null
  return <WaitingVersion kind={kind as Kind} code={code} version={Number(version)} />
}
