import type { Language } from '@krapao/contract/languages.ts'
import { useTranslation } from '@krapao/web/i18n/use-translation.ts'
import { Button } from '@krapao/web/ui/button.tsx'
import { Dialog } from '@krapao/web/ui/dialog.tsx'
import { TriangleAlert } from 'lucide-react'
import { useState } from 'react'
import { formatWhen } from '../../../ui/when.ts'
import { type Bot, useBot } from '../queries.ts'
import { PreviewPane } from './bot-preview.tsx'
import { type BotDraft, changesBetween, type DraftStep, nameOfStep, toDraft } from './draft.ts'
import type { BotEditor } from './use-bot-editor.ts'

/** How a version is called; 0 is what the server came with. */
export function useVersionName(): (version: number) => string {
  const { t } = useTranslation()
  return (version) => (version === 0 ? t('chats.bot.shipped') : t('chats.bot.version', { version }))
}

/**
 * Says that another version was published meanwhile, and lets the operator look at it, or publish over it
 * knowingly.
 */
export function NewerVersion({ newest, editor }: { newest: Bot; editor: BotEditor }) {
  const { t } = useTranslation()
  const nameOf = useVersionName()
  const [isLooking, setLooking] = useState(false)
  const { version, operator, at } = newest
  return (
    <div role="alert" className="grid gap-3 rounded-card bg-notice-soft px-4 py-3 text-sm text-notice">
      <p className="flex items-start gap-2.5">
        <TriangleAlert className="mt-0.5 size-5 shrink-0" aria-hidden />
        <span>
          {t('chats.bot.newer', {
            version,
            basedOn: nameOf(editor.draft.basedOn),
            name: operator?.name ?? '',
            at: at ? formatWhen(at) : '',
          })}
        </span>
      </p>
      <Changes newest={newest} basedOn={editor.draft.basedOn} language={editor.language} />
      <div className="flex flex-wrap gap-2">
        <Button look="quiet" onClick={() => setLooking(true)}>
          {t('chats.bot.seeNewer', { version })}
        </Button>
        <Button look="quiet" onClick={editor.goOnOver}>
          {t('chats.bot.goOnOver', { version })}
        </Button>
      </div>
      {isLooking && (
        <Dialog title={t('chats.bot.version', { version })} onClose={() => setLooking(false)}>
          <div className="grid gap-3 text-ink">
            <PreviewPane content={newest.content} language={editor.language} />
          </div>
        </Dialog>
      )}
    </div>
  )
}

/** What the newest version changed since the one that the draft is based on. */
function Changes({ newest, basedOn, language }: { newest: Bot; basedOn: number; language: Language }) {
  const { t } = useTranslation()
  const { data: base } = useBot(basedOn)
  if (!base) return null
  const [before, after] = [base, newest].map((one) => toDraft(one.content, one.version)) as [
    BotDraft,
    BotDraft,
  ]
  const { steps, removed, ...parts } = changesBetween(before, after)
  const nameIn = (draft: BotDraft) => (step: DraftStep) =>
    nameOfStep(draft, step, language) || t('chats.bot.unnamed')
  const names = [
    ...(['greeting', 'fallback', 'words'] as const)
      .filter((part) => parts[part])
      .map((part) => t(`chats.bot.part.${part}`)),
    ...steps.map(nameIn(after)),
    ...removed.map((step) => t('chats.bot.changeRemoved', { name: nameIn(before)(step) })),
  ]
  if (names.length === 0) return null
  return <p className="wrap-anywhere">{t('chats.bot.changes', { names: names.join(' · ') })}</p>
}
