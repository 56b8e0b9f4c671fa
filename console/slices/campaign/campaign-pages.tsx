import { kinds } from '@krapao/contract/slices/campaign/kinds.ts'
import { CampaignPage } from './campaign-page.tsx'
import { CampaignsPage } from './campaigns-page.tsx'
import { EditorPage } from './editor-page.tsx'

/** The pages about campaigns: a list of each kind, one campaign, and the form of a version. */
export function CampaignPages({
  kind: named,
  code,
  isEdit,
}: {
  kind: string | undefined
  code: string | undefined
  isEdit: boolean
}) {
  const kind = kinds.find((one) => one === named) ?? 'bonus'
  if (code === undefined) return <CampaignsPage kind={kind} />
  // Codes are in upper case.
  if (code === 'new') return <EditorPage key={kind} kind={kind} code={undefined} />
  if (isEdit) return <EditorPage key={`${kind}/${code}`} kind={kind} code={code} />
  return <CampaignPage key={`${kind}/${code}`} kind={kind} code={code} />
}
