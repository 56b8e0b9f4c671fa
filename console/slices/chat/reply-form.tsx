import { inEachLanguage, languageNames, languages, languageTags } from '@krapao/contract/languages.ts'
import { chat } from '@krapao/contract/limits.ts'
import { ApiError } from '@krapao/web/api/client.ts'
import { useForm } from '@krapao/web/form/use-form.ts'
import { useTranslation } from '@krapao/web/i18n/use-translation.ts'
import { Field } from '@krapao/web/ui/field.tsx'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../app/api.ts'
import { errorText } from '../../app/errors.ts'
import { FormModal } from '../../app/form-modal.tsx'
import { Refused } from '../../ui/refused.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { toast } from '../../ui/toasts.ts'
import { formatWhen } from '../../ui/when.ts'
import { repliesKey } from './queries.ts'
import { type CannedReply, editedOf } from './reply-text.ts'

/** Adds a canned reply or changes one. What a colleague has saved meanwhile is shown beside the own text. */
export function ReplyForm({ reply, onClose }: { reply: CannedReply | undefined; onClose(): void }) {
  const { t } = useTranslation()
  const queries = useQueryClient()
  const [shortcut, setShortcut] = useState(reply ? editedOf(reply).shortcut : '')
  const [texts, setTexts] = useState(reply ? editedOf(reply).texts : inEachLanguage(() => ''))
  /** What a colleague has saved since the form was opened. */
  const [theirs, setTheirs] = useState<CannedReply>()
  const form = useForm()
  const isEmpty = Object.values(texts).every((text) => text.trim() === '')

  const say = ({ waiting }: CannedReply) =>
    waiting
      ? toast('neutral', t('chats.waiting.saved', { hosts: waiting.newHosts.join(', ') }))
      : toast('positive', t('chats.replies.saved', { shortcut }))

  async function save(): Promise<void> {
    try {
      if (reply) {
        const basedOn = (theirs ?? reply).version
        const params = { id: reply._id }
        say(await api('PUT /api/console/chat-replies/:id', { params, basedOn, shortcut, texts }))
      } else say(await api('POST /api/console/chat-replies', { shortcut, texts }))
    } catch (error) {
      if (error instanceof ApiError && error.code === 'CHAT_REPLY_CHANGED') {
        setTheirs(error.body.latest as CannedReply)
      }
      throw error
    } finally {
      queries.invalidateQueries({ queryKey: repliesKey })
    }
    onClose()
  }

  return (
    <FormModal
      wide
      title={t(reply ? 'chats.replies.changeTitle' : 'chats.replies.add')}
      label={t(theirs ? 'chats.replies.saveMine' : 'chats.replies.save')}
      busyLabel={t('chats.replies.saving')}
      form={form}
      say={() => undefined}
      onSubmit={(event) => form.submit(event, shortcut !== '' && !isEmpty, save)}
      onClose={onClose}
    >
      {/* First, because it says what the texts below are compared with. */}
      <Refused text={form.failure === undefined ? undefined : errorText(form.failure)} />
      {theirs && (
        <p className="text-sm">
          {t('chats.replies.theirs', {
            name: (theirs.waiting ?? theirs).operator?.name ?? '',
            at: formatWhen((theirs.waiting ?? theirs).at),
          })}
        </p>
      )}
      <Field
        label={t('chats.replies.shortcut')}
        name="shortcut"
        unit="/"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={chat.replyShortcut}
        hint={
          theirs && editedOf(theirs).shortcut !== shortcut
            ? `/${editedOf(theirs).shortcut}`
            : t('chats.replies.shortcutHint')
        }
        error={form.tried && shortcut === '' ? t('ui.required') : undefined}
        value={shortcut}
        onChange={(event) => setShortcut(shortcutOf(event.target.value))}
      />
      <p className="text-sm text-ink-soft">{t('chats.replies.nameHint')}</p>
      {languages.map((language) => (
        <TextField
          key={language}
          label={languageNames[language]}
          name={language}
          lang={languageTags[language]}
          maxLength={chat.text}
          hint={
            theirs && editedOf(theirs).texts[language] !== texts[language] ? (
              <span className="block rounded-xl bg-notice-soft px-3 py-2 whitespace-pre-wrap text-notice">
                {editedOf(theirs).texts[language] || t('chats.replies.noText')}
              </span>
            ) : undefined
          }
          error={form.tried && isEmpty && language === 'th' ? t('chats.replies.empty') : undefined}
          value={texts[language]}
          onChange={(event) => setTexts({ ...texts, [language]: event.target.value })}
        />
      ))}
    </FormModal>
  )
}

/** Only what a shortcut may have: a blank becomes a hyphen, a capital letter a small one. */
const shortcutOf = (typed: string): string =>
  typed
    .toLowerCase()
    .replace(/\s+/g, '-')
    .replace(/[^a-z0-9\u0e01-\u0e3a\u0e40-\u0e4e\u0e50-\u0e59\u0e81-\u0ece\u0ed0-\u0ed9\u0edc-\u0edf-]/g, '')
