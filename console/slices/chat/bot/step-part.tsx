import { bot as limits } from '@krapao/contract/limits.ts'
import { useTranslation } from '@krapao/web/i18n/use-translation.ts'
import { Button } from '@krapao/web/ui/button.tsx'
import { Play, Trash2 } from 'lucide-react'
import { type KeyboardEvent, useState } from 'react'
import { TextField } from '../../../ui/text-field.tsx'
import { ConfirmDialog } from '../confirm-dialog.tsx'
import { buttonsTo, type Change, changeIn, type DraftAnswer, type DraftStep, moved } from './draft.ts'
import { useEditorFacts } from './editor-context.ts'
import { ItemTools } from './item-list.tsx'
import { MessagesField } from './messages-field.tsx'
import { Part } from './part.tsx'
import type { BotEditor } from './use-bot-editor.ts'

/** A step: what leads there, what it answers, and whether the staff take over. */
export function StepPart({
  step,
  at,
  name,
  editor,
  onMoved,
  onTry,
}: {
  step: DraftStep
  at: number
  name: string
  editor: BotEditor
  /** Called with the step's new place. */
  onMoved(to: number): void
  onTry(): void
}) {
  const { t } = useTranslation()
  const { errorAt } = useEditorFacts()
  const [isRemoving, setRemoving] = useState(false)
  const id = `rules/${at}` as const
  const count = editor.draft.steps.length
  const change: Change<DraftStep> = (make) =>
    editor.change((draft) => ({
      ...draft,
      steps: draft.steps.map((one) => (one.id === step.id ? make(one) : one)),
    }))

  function move(to: number): void {
    if (to < 0 || to >= count) return
    editor.change((draft) => ({ ...draft, steps: moved(draft.steps, at, to) }))
    // What is open stays open at its new place.
    if (editor.open === id) editor.setOpen(`rules/${to}`)
    else if (editor.open === `rules/${to}`) editor.setOpen(id)
    onMoved(to)
  }
  function moveByKey(event: KeyboardEvent): void {
    const by = { ArrowUp: -1, ArrowDown: 1 }[event.key]
    if (!event.altKey || by === undefined) return
    event.preventDefault()
    const heading = event.currentTarget as HTMLElement
    move(at + by)
    // Browsers take the focus off what is put elsewhere.
    requestAnimationFrame(() => heading.focus())
  }

  const leads = buttonsTo(editor.draft, step.id).length
  const unreached = errorAt(id)
  return (
    <Part
      id={id}
      title={name}
      about={t(step.handsOver ? 'chats.bot.aboutHandOver' : 'chats.bot.aboutStep', { count: leads })}
      editor={editor}
      onKeyDown={moveByKey}
      tools={<ItemTools name={name} at={at} count={count} onMove={move} />}
    >
      {unreached && (
        <p role="alert" className="text-sm text-negative">
          {t(`chats.bot.problem.${unreached}`)}
        </p>
      )}
      <KeywordsField step={step} at={at} change={change} />
      <MessagesField
        messages={step.messages}
        change={changeIn(change, 'messages')}
        path={`rules/${at}/replies/?`}
      />
      <HandsOver answer={step} onChange={(handsOver) => change((one) => ({ ...one, handsOver }))} />
      <div className="flex flex-wrap gap-2">
        <Button
          look="quiet"
          className="px-3!"
          icon={<Play className="size-4.5 shrink-0" aria-hidden />}
          onClick={onTry}
        >
          {t('chats.bot.try')}
        </Button>
        <Button
          look="plain"
          className="px-3!"
          icon={<Trash2 className="size-4.5 shrink-0" aria-hidden />}
          onClick={() => setRemoving(true)}
        >
          {t('chats.bot.removeStep')}
        </Button>
      </div>
      {isRemoving && (
        <ConfirmDialog
          title={t('chats.bot.removeStepTitle')}
          text={t(leads > 0 ? 'chats.bot.removeStepLed' : 'chats.bot.removeStepText', { name, count: leads })}
          label={t('chats.bot.removeStep')}
          busyLabel={t('chats.bot.removeStep')}
          look="danger"
          onClose={() => setRemoving(false)}
          run={async () => {
            editor.change((draft) => ({
              ...draft,
              steps: draft.steps.filter((one) => one.id !== step.id),
            }))
            editor.setOpen(undefined)
          }}
        />
      )}
    </Part>
  )
}

/** Whether the staff take over after an answer. */
export const HandsOver = ({
  answer,
  onChange,
}: {
  answer: DraftAnswer
  onChange(handsOver: boolean): void
}) => {
  const { t } = useTranslation()
  return (
    <label className="flex min-h-11 cursor-pointer items-center gap-3 text-sm">
      <input
        type="checkbox"
        checked={answer.handsOver}
        onChange={(event) => onChange(event.target.checked)}
        className="size-4.5 shrink-0 accent-link"
      />
      {t('chats.bot.handsOver')}
    </label>
  )
}

const wordsOf = (typed: string): string[] => [
  ...new Set(
    typed
      .split(/[,\n]/)
      .map((word) => word.trim())
      .filter((word) => word !== ''),
  ),
]

/** The words to which a step answers. What is typed is kept as it is while it means the same words. */
function KeywordsField({
  step: { keywords },
  at,
  change,
}: {
  step: DraftStep
  at: number
  change: Change<DraftStep>
}) {
  const { t } = useTranslation()
  const { errorAt } = useEditorFacts()
  const [typed, setTyped] = useState(keywords.join(', '))
  const isSame = wordsOf(typed).join() === keywords.join()
  const place = `rules/${at}/keywords`
  const many = errorAt(place)
  const errors = [
    ...(many ? [t(`chats.bot.problem.${many}`)] : []),
    ...keywords.flatMap((word, n) => {
      const problem = errorAt(`${place}/${n}`)
      return problem ? [`${word}: ${t(`chats.bot.problem.${problem}`)}`] : []
    }),
  ]
  return (
    <TextField
      label={t('chats.bot.keywords')}
      name={place}
      rows={2}
      spellCheck={false}
      hint={t('chats.bot.keywordsHint', { max: limits.keywords })}
      error={errors.length > 0 ? errors.join(' · ') : undefined}
      value={isSame ? typed : keywords.join(', ')}
      onChange={(event) => {
        const text = event.target.value
        setTyped(text)
        change((one) => ({ ...one, keywords: wordsOf(text) }))
      }}
    />
  )
}
