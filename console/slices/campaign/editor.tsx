import { currencies } from '@krapao/contract/money.ts'
import { type Kind, onePerCurrency } from '@krapao/contract/slices/campaign/kinds.ts'
import { useTranslation } from '@krapao/web/i18n/use-translation.ts'
import { Button, buttonClass } from '@krapao/web/ui/button.tsx'
import { CapitalsField } from '@krapao/web/ui/capitals-field.tsx'
import { Note } from '@krapao/web/ui/states.tsx'
import { Link } from 'wouter'
import { errorText } from '../../app/errors.ts'
import { fromField, toField } from '../../ui/bangkok-time.ts'
import { TimeField } from '../../ui/date/time-field.tsx'
import { Refused } from '../../ui/refused.tsx'
import { sendByEnter } from '../../ui/send-by-enter.ts'
import { TextField } from '../../ui/text-field.tsx'
import { DiffTable } from './diff-table.tsx'
import { versionToBegin } from './draft.ts'
import { ExposureLines } from './exposure-lines.tsx'
import { changesSince } from './facts.ts'
import { Beside, Choice, Section } from './form/choice.tsx'
import { ContentFields } from './form/content-fields.tsx'
import { FormProvider } from './form/form-context.ts'
import { Preview } from './preview/preview.tsx'
import type { CampaignAnswer } from './queries.ts'
import { type EditorState, useEditor } from './use-editor.ts'
import { WhatIf } from './what-if.tsx'

/** The form of a version, with its preview beside it. @param before the campaign; undefined: it is new */
export function Editor({ kind, before }: { kind: Kind; before: CampaignAnswer | undefined }) {
  const { t } = useTranslation()
  const state = useEditor(kind, before)
  const { draft, change } = state
  const approved = before?.versions.find((one) => one.state === 'APPROVED')
  const [latest] = before?.versions ?? []
  // What was refused is not what the form begins with, but may be what is to be corrected.
  const refused =
    before && latest?.state === 'REFUSED' && versionToBegin(before) !== latest ? latest : undefined
  return (
    <FormProvider value={state.facts}>
      <div className="grid items-start gap-6 wide:grid-cols-[minmax(0,1fr)_auto]">
        <form
          ref={state.form}
          noValidate
          onSubmit={state.submit}
          inert={state.busy}
          className="grid min-w-0 gap-5"
        >
          {before === undefined && <NameSection kind={kind} state={state} />}
          {refused && (
            <Note tone="neutral">
              <p>{t('campaign.refusedLast', { version: refused.version })}</p>
              <Button
                look="quiet"
                className="mt-2 min-h-11 px-4 text-sm"
                onClick={() => change({ content: refused.content })}
              >
                {t('campaign.takeRefused', { version: refused.version })}
              </Button>
            </Note>
          )}
          <ContentFields
            content={draft.content}
            onChange={(next) =>
              change((now) => ({ content: typeof next === 'function' ? next(now.content) : next }))
            }
          />
          <TimeSection state={state} />
          {approved && (
            <Section title={t('campaign.section.changes', { version: approved.version })}>
              <DiffTable
                changes={changesSince(approved.content, draft.content)}
                currency={draft.content.currency}
              />
            </Section>
          )}
          <WhatIf kind={kind} code={draft.code} content={draft.content} />
          <SendSection state={state} />
        </form>
        <div className="wide:sticky wide:top-0">
          <Preview content={draft.content} code={draft.code} />
        </div>
      </div>
    </FormProvider>
  )
}

/** What a campaign is known by for good. */
function NameSection({ kind, state: { draft, change, facts } }: { kind: Kind; state: EditorState }) {
  const { t } = useTranslation()
  const isOne = onePerCurrency.includes(kind)
  return (
    <Section title={t('campaign.section.name')}>
      <Beside>
        <Choice
          label={t('campaign.field.currency')}
          path="content/currency"
          value={draft.content.currency}
          options={currencies.map((one) => ({ value: one, text: one }))}
          onChange={(currency) =>
            change({ content: { ...draft.content, currency }, ...(isOne && { code: currency }) })
          }
        />
        {!isOne && (
          <CapitalsField
            label={t('campaign.field.code')}
            name="code"
            autoComplete="off"
            maxLength={20}
            value={draft.code}
            error={facts.errorOf('code')}
            hint={t(kind === 'promotion' ? 'campaign.promotionCodeHint' : 'campaign.codeHint')}
            onChange={(code) => change({ code: code.replace(/\s/g, '') })}
          />
        )}
      </Beside>
    </Section>
  )
}

function TimeSection({ state: { draft, change, facts } }: { state: EditorState }) {
  const { t } = useTranslation()
  return (
    <Section title={t('campaign.section.time')} hint={t('campaign.bangkokTime')}>
      <div className="grid items-start gap-4 sm:grid-cols-2">
        <TimeField
          label={t('campaign.field.startsAt')}
          value={toField(draft.startsAt)}
          hint={t('campaign.startsHint')}
          onChange={(time) => change({ startsAt: fromField(time) })}
        />
        <TimeField
          label={t('campaign.field.endsAt')}
          value={toField(draft.endsAt)}
          error={facts.errorOf('endsAt')}
          hint={t('campaign.endsHint')}
          onChange={(time) => change({ endsAt: fromField(time) })}
        />
      </div>
    </Section>
  )
}

function SendSection({ state }: { state: EditorState }) {
  const { t } = useTranslation()
  const { draft, change, refused } = state
  const { exposure } = state.facts
  const why =
    refused !== undefined ? errorText(refused) : state.isWrong ? t('errorMsg.INVALID_CAMPAIGN') : undefined
  return (
    <Section title={t('campaign.section.send')} hint={t('campaign.sendHint')}>
      {exposure && <ExposureLines exposure={exposure} currency={draft.content.currency} />}
      <TextField
        label={t('campaign.reason')}
        name="reason"
        maxLength={500}
        value={draft.reason}
        error={state.isReasonMissing ? t('campaign.reasonMissing') : undefined}
        onChange={(event) => change({ reason: event.target.value })}
        onKeyDown={sendByEnter}
      />
      <Refused text={why ?? (state.isOld ? t('errorMsg.CAMPAIGN_CHANGED') : undefined)} />
      <div className="flex flex-wrap justify-end gap-3">
        {state.isKept && (
          <Button look="plain" className="mr-auto" onClick={state.discard}>
            {t('campaign.discard')}
          </Button>
        )}
        <Link href={state.back} className={buttonClass('quiet')}>
          {t('ui.cancel')}
        </Link>
        <Button type="submit" busy={state.busy} busyLabel={t('campaign.sending')}>
          {t('campaign.send')}
        </Button>
      </div>
    </Section>
  )
}
