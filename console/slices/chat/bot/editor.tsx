import { bot as limits } from '@krapao/contract/limits.ts'
import { useTranslation } from '@krapao/web/i18n/use-translation.ts'
import { Button } from '@krapao/web/ui/button.tsx'
import { Dialog } from '@krapao/web/ui/dialog.tsx'
import { MessageSquareText, Plus } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useLocation } from 'wouter'
import type { Bot } from '../queries.ts'
import { PreviewPane, type Start } from './bot-preview.tsx'
import { changeIn, type DraftStep, nameOfStep, newStep, wordsIn } from './draft.ts'
import { EditorProvider } from './editor-context.ts'
import { DiscardDialog, PublishDraftDialog } from './editor-dialogs.tsx'
import { MessagesField } from './messages-field.tsx'
import { NewerVersion, useVersionName } from './newer-version.tsx'
import { Part } from './part.tsx'
import type { PartId } from './places.ts'
import { ProblemList } from './problem-list.tsx'
import { HandsOver, StepPart } from './step-part.tsx'
import { type BotEditor, useBotEditor } from './use-bot-editor.ts'
import { WaitingVersion } from './waiting-version.tsx'
import { WordsField } from './words-field.tsx'

/** The editor, with the draft to be talked to beside it; on narrow screens the talk is a sheet. */
export function Editor({ operatorId, newest }: { operatorId: string; newest: Bot }) {
  const { t } = useTranslation()
  const editor = useBotEditor(operatorId, newest)
  const { draft, language } = editor
  const [start, setStart] = useState<Start>()
  const [isPreviewing, setPreviewing] = useState(false)
  const [said, setSaid] = useState('')
  const nameOfVersion = useVersionName()
  const titleOfStep = (step: DraftStep, at: number) =>
    `${at + 1}. ${nameOfStep(draft, step, language) || t('chats.bot.unnamed')}`
  const titleOf = (part: PartId): string => {
    const at = Number(part.split('/')[1])
    const step = draft.steps[at]
    if (step) return titleOfStep(step, at)
    return t(`chats.bot.part.${part === 'fallback' || part === 'words' ? part : 'greeting'}`)
  }

  function addStep(): string | undefined {
    if (draft.steps.length >= limits.steps) return undefined
    const step = newStep()
    editor.change((before) => ({ ...before, steps: [...before.steps, step] }))
    return step.id
  }
  function addAndOpen(): void {
    const part = `rules/${draft.steps.length}` as const
    if (addStep() !== undefined) editor.show(part, part)
  }

  return (
    <EditorProvider
      value={{
        language,
        steps: draft.steps.map((step, at) => ({ id: step.id, name: titleOfStep(step, at) })),
        addStep,
        errorAt: editor.errorAt,
      }}
    >
      <p className="mb-4 text-sm text-ink-soft">
        {t(editor.isLost ? 'chats.bot.notKept' : editor.isChanged ? 'chats.bot.kept' : 'chats.bot.editLead', {
          version: nameOfVersion(draft.basedOn),
        })}
      </p>
      <div className="grid grid-cols-1 items-start gap-5 wide:grid-cols-[minmax(0,1fr)_24rem]">
        <div ref={editor.form} className="grid min-w-0 grid-cols-1 gap-3">
          <WaitingVersion bot={newest} />
          {editor.isBehind && <NewerVersion newest={newest} editor={editor} />}
          <ProblemList editor={editor} titleOf={titleOf} />
          <GreetingPart editor={editor} title={titleOf('greeting')} />
          {draft.steps.map((step, at) => (
            <StepPart
              key={step.id}
              step={step}
              at={at}
              name={titleOfStep(step, at)}
              editor={editor}
              onMoved={(to) =>
                setSaid(t('chats.bot.movedTo', { name: titleOfStep(step, to), count: draft.steps.length }))
              }
              onTry={() => {
                const title = nameOfStep(draft, step, language) || t('chats.bot.unnamed')
                setStart((before) => ({ count: (before?.count ?? 0) + 1, title, payload: step.id }))
                // On wide screens the talk is in sight.
                if (!matchMedia('(width >= 900px)').matches) setPreviewing(true)
              }}
            />
          ))}
          {draft.steps.length < limits.steps && (
            <Button look="quiet" icon={<Plus className="size-5 shrink-0" aria-hidden />} onClick={addAndOpen}>
              {t('chats.bot.addStep')}
            </Button>
          )}
          <FallbackPart editor={editor} title={titleOf('fallback')} />
          <WordsPart editor={editor} title={titleOf('words')} />
          <p role="status" className="sr-only">
            {said}
          </p>
          <Actions editor={editor} onPreview={() => setPreviewing(true)} />
        </div>
        <section
          aria-label={t('chats.bot.preview')}
          className="hidden gap-3 wide:sticky wide:top-5 wide:grid"
        >
          <h2 className="font-semibold">{t('chats.bot.previewDraft')}</h2>
          <PreviewPane content={editor.content} language={language} start={start} />
        </section>
      </div>
      {isPreviewing && (
        <Dialog title={t('chats.bot.previewDraft')} onClose={() => setPreviewing(false)}>
          <div className="grid gap-3">
            <PreviewPane content={editor.content} language={language} start={start} />
          </div>
        </Dialog>
      )}
    </EditorProvider>
  )
}

function GreetingPart({ editor, title }: { editor: BotEditor; title: string }) {
  const { greeting } = editor.draft
  const [first] = greeting
  return (
    <Part id="greeting" title={title} about={first && wordsIn(first.text, editor.language)} editor={editor}>
      <MessagesField messages={greeting} change={changeIn(editor.change, 'greeting')} path="greeting/?" />
    </Part>
  )
}

function FallbackPart({ editor, title }: { editor: BotEditor; title: string }) {
  const { t } = useTranslation()
  const change = changeIn(editor.change, 'fallback')
  const { fallback } = editor.draft
  return (
    <Part id="fallback" title={title} about={t('chats.bot.fallbackAbout')} editor={editor}>
      <MessagesField
        messages={fallback.messages}
        change={changeIn(change, 'messages')}
        path="fallback/replies/?"
      />
      <HandsOver answer={fallback} onChange={(handsOver) => change((one) => ({ ...one, handsOver }))} />
    </Part>
  )
}

function WordsPart({ editor, title }: { editor: BotEditor; title: string }) {
  const { t } = useTranslation()
  const { handedOver, away } = editor.draft
  return (
    <Part id="words" title={title} about={wordsIn(handedOver, editor.language)} editor={editor}>
      <WordsField
        label={t('chats.bot.handedOver')}
        rows={3}
        path="handedOver/?"
        max={limits.words}
        value={handedOver}
        onChange={changeIn(editor.change, 'handedOver')}
      />
      <WordsField
        label={t('chats.bot.away')}
        rows={3}
        path="away/?"
        max={limits.words}
        value={away}
        onChange={changeIn(editor.change, 'away')}
      />
    </Part>
  )
}

function Actions({ editor, onPreview }: { editor: BotEditor; onPreview(): void }) {
  const { t } = useTranslation()
  const [, navigate] = useLocation()
  const [asks, setAsks] = useState<'publish' | 'discard'>()
  const isDone = useRef(false)
  // Once the question is closed: it gives back its entry in the history first.
  useEffect(() => {
    if (isDone.current && asks === undefined) navigate('/chats/bot')
  }, [asks, navigate])
  const [first] = editor.places
  return (
    <div className="flex flex-wrap gap-3">
      {editor.isChanged && (
        <Button look="plain" onClick={() => setAsks('discard')}>
          {t('chats.bot.discard')}
        </Button>
      )}
      <Button
        look="quiet"
        className="flex-1 wide:hidden"
        icon={<MessageSquareText className="size-5 shrink-0" aria-hidden />}
        onClick={onPreview}
      >
        {t('chats.bot.preview')}
      </Button>
      <Button
        className="flex-1"
        disabled={!editor.isChanged || editor.isBehind}
        onClick={() => (first ? editor.goTo(first) : setAsks('publish'))}
      >
        {t('chats.bot.publish')}
      </Button>
      {asks === 'publish' && (
        <PublishDraftDialog
          publish={async () => {
            await editor.publish()
            isDone.current = true
          }}
          onClose={() => setAsks(undefined)}
        />
      )}
      {asks === 'discard' && <DiscardDialog discard={editor.discard} onClose={() => setAsks(undefined)} />}
    </div>
  )
}
