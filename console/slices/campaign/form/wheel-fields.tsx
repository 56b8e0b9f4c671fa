import type { Prize, WheelSlice } from '@krapao/contract/slices/campaign/content.ts'
import { longest, maxSlices, prizeKinds } from '@krapao/contract/slices/campaign/kinds.ts'
import { useTranslation } from '@krapao/web/i18n/use-translation.ts'
import { Button, IconButton } from '@krapao/web/ui/button.tsx'
import { CapitalsField } from '@krapao/web/ui/capitals-field.tsx'
import { cx } from '@krapao/web/ui/class-names.ts'
import { Field } from '@krapao/web/ui/field.tsx'
import { Note } from '@krapao/web/ui/states.tsx'
import { ChevronDown, Plus, Trash2, TriangleAlert } from 'lucide-react'
import { spinWords } from '../../../app/exposure-words.ts'
import { emptySlice, emptyTurnover } from '../empty-content.ts'
import { differingLabels } from '../label-amounts.ts'
import { LabelWarning } from '../label-warnings.tsx'
import { ownWords } from '../words.ts'
import { Beside, Choice } from './choice.tsx'
import { ConditionFields } from './condition-fields.tsx'
import { useFormFacts } from './form-context.ts'
import { HtmlField } from './html-field.tsx'
import { LimitField, NumberField, OptionalField } from './number-field.tsx'
import { WordsField } from './words-field.tsx'

/** The slices of a wheel, folded but for what they are called. */
export function SlicesField({
  slices,
  onChange,
}: {
  slices: WheelSlice[]
  onChange(slices: WheelSlice[]): void
}) {
  const { t } = useTranslation()
  const { currency, exposure, errorOf, hasErrorBelow } = useFormFacts()
  const sum = slices.reduce((total, { weight }) => total + (Number.isFinite(weight) ? weight : 0), 0)
  const error = errorOf('content/slices')
  return (
    <div className="grid gap-3">
      {exposure?.spin && (
        <p className={cx('text-sm font-semibold', error && 'text-negative')}>
          {spinWords(exposure.spin, currency)}
        </p>
      )}
      {slices.map((slice, at) => (
        <details
          // biome-ignore lint/suspicious/noArrayIndexKey: its code is typed in here
          key={at}
          className="group rounded-2xl border border-line open:bg-surface"
          open={hasErrorBelow(`content/slices/${at}/`) || undefined}
        >
          <summary className="flex min-h-12 cursor-pointer items-center gap-3 px-4 py-2 text-sm">
            <span
              aria-hidden
              className="size-5 shrink-0 rounded-md border border-line"
              style={{ backgroundColor: slice.bgColor }}
            />
            <span className="min-w-0 flex-1 font-medium">
              {slice.code} {ownWords(slice.label) && `· ${ownWords(slice.label)}`}
            </span>
            {differingLabels(slice).length > 0 && (
              <TriangleAlert
                role="img"
                className="size-4.5 shrink-0 text-notice"
                aria-label={t('campaign.labelsDiffer')}
              />
            )}
            <span className="text-ink-soft tabular-nums">{chance(slice.weight, sum)}</span>
            <ChevronDown className="size-4 shrink-0 transition-transform group-open:rotate-180" aria-hidden />
          </summary>
          <div className="grid gap-5 border-t border-line p-4">
            <SliceFields
              slice={slice}
              path={`content/slices/${at}`}
              onChange={(next) => onChange(slices.map((one, other) => (other === at ? next : one)))}
            />
            <div className="flex justify-end">
              <IconButton
                label={t('campaign.remove', { name: slice.code })}
                onClick={() => onChange(slices.filter((_, other) => other !== at))}
              >
                <Trash2 className="size-5" aria-hidden />
              </IconButton>
            </div>
          </div>
        </details>
      ))}
      {error && <p className="text-sm text-negative">{error}</p>}
      {slices.length < maxSlices && (
        <Button
          look="quiet"
          icon={<Plus className="size-5" aria-hidden />}
          onClick={() => onChange([...slices, { ...emptySlice(slices.length), code: freeCode(slices) }])}
        >
          {t('campaign.addSlice')}
        </Button>
      )}
    </div>
  )
}

/** The share of a slice in the draw, as it is published. */
export const chance = (weight: number, sum: number): string =>
  sum > 0 && Number.isFinite(weight) ? `${((weight / sum) * 100).toFixed(2)} %` : '–'

function freeCode(slices: readonly WheelSlice[]): string {
  const taken = new Set(slices.map(({ code }) => code))
  let at = slices.length + 1
  while (taken.has(`S${at}`)) at++
  return `S${at}`
}

function SliceFields({
  slice,
  path,
  onChange,
}: {
  slice: WheelSlice
  path: string
  onChange(slice: WheelSlice): void
}) {
  const { t } = useTranslation()
  const { currency, errorOf } = useFormFacts()
  return (
    <>
      <WordsField
        label={t('campaign.field.label')}
        path={`${path}/label`}
        value={slice.label}
        maxLength={longest.label}
        onChange={(label) => onChange({ ...slice, label })}
      />
      {differingLabels(slice).length > 0 && (
        <Note icon={<TriangleAlert className="mt-0.5 size-5 shrink-0" aria-hidden />}>
          <LabelWarning slice={slice} currency={currency} />
        </Note>
      )}
      <Beside>
        <CapitalsField
          label={t('campaign.field.code')}
          name={`${path}/code`}
          autoComplete="off"
          maxLength={20}
          value={slice.code}
          error={errorOf(`${path}/code`)}
          onChange={(code) => onChange({ ...slice, code })}
        />
        <NumberField
          label={t('campaign.field.weight')}
          path={`${path}/weight`}
          value={slice.weight}
          hint={t('campaign.weightHint')}
          onChange={(weight) => onChange({ ...slice, weight })}
        />
        <LimitField
          label={t('campaign.field.stock')}
          path={`${path}/stock`}
          value={slice.stock}
          onChange={(stock) => onChange({ ...slice, stock })}
        />
        <Field
          label={t('campaign.field.bgColor')}
          type="color"
          className="px-2"
          value={slice.bgColor}
          onChange={(event) => onChange({ ...slice, bgColor: event.target.value })}
        />
        <Field
          label={t('campaign.field.textColor')}
          type="color"
          className="px-2"
          value={slice.textColor}
          onChange={(event) => onChange({ ...slice, textColor: event.target.value })}
        />
        <Choice
          label={t('campaign.field.prize')}
          path={`${path}/prize/kind`}
          value={slice.prize.kind}
          options={prizeKinds.map((kind) => ({ value: kind, text: t(`campaign.prize.${kind}`) }))}
          onChange={(kind) => onChange({ ...slice, prize: emptyPrize(kind) })}
        />
        <PrizeField
          prize={slice.prize}
          path={`${path}/prize`}
          onChange={(prize) => onChange({ ...slice, prize })}
        />
      </Beside>
      {slice.prize.kind === 'CREDIT' && (
        <ConditionFields
          value={slice.prize.condition}
          path={`${path}/prize/condition`}
          onChange={(condition) =>
            slice.prize.kind === 'CREDIT' && onChange({ ...slice, prize: { ...slice.prize, condition } })
          }
        />
      )}
      <HtmlField
        label={t('campaign.field.htmlDescription')}
        path={`${path}/htmlDescription`}
        value={slice.htmlDescription}
        rows={3}
        maxLength={longest.sliceHtml}
        onChange={(htmlDescription) => onChange({ ...slice, htmlDescription })}
      />
    </>
  )
}

function emptyPrize(kind: Prize['kind']): Prize {
  if (kind === 'CREDIT') return { kind, amount: Number.NaN, condition: emptyTurnover() }
  if (kind === 'COIN') return { kind, coins: 1 }
  if (kind === 'BONUS') return { kind, code: '' }
  return { kind }
}

function PrizeField({ prize, path, onChange }: { prize: Prize; path: string; onChange(prize: Prize): void }) {
  const { t } = useTranslation()
  const { errorOf } = useFormFacts()
  if (prize.kind === 'CREDIT') {
    return (
      <NumberField
        label={t('campaign.field.amount')}
        path={`${path}/amount`}
        value={prize.amount}
        unit="money"
        onChange={(amount) => onChange({ ...prize, amount })}
      />
    )
  }
  if (prize.kind === 'COIN') {
    return (
      <NumberField
        label={t('campaign.field.coins')}
        path={`${path}/coins`}
        value={prize.coins}
        onChange={(coins) => onChange({ ...prize, coins })}
      />
    )
  }
  if (prize.kind === 'ITEM') {
    return (
      <OptionalField
        label={t('campaign.field.value')}
        path={`${path}/value`}
        value={prize.value ?? null}
        unit="money"
        hint={t('campaign.valueHint')}
        onChange={(value) => onChange({ kind: 'ITEM', ...(value !== null && { value }) })}
      />
    )
  }
  if (prize.kind === 'BONUS') {
    return (
      <CapitalsField
        label={t('campaign.bonusCode')}
        name={`${path}/code`}
        autoComplete="off"
        maxLength={20}
        value={prize.code}
        error={errorOf(`${path}/code`)}
        onChange={(code) => onChange({ ...prize, code })}
      />
    )
  }
  return null
}
