import type { Banner, CampaignContent, ContentOf, Words } from '@krapao/contract/slices/campaign/content.ts'
import { longest } from '@krapao/contract/slices/campaign/kinds.ts'
import { useTranslation } from '@krapao/web/i18n/use-translation.ts'
import { BannersField } from './banners-field.tsx'
import { Beside, Choice, Section } from './choice.tsx'
import { ConditionFields } from './condition-fields.tsx'
import { HtmlField } from './html-field.tsx'
import { LimitField, NumberField } from './number-field.tsx'
import { SlicesField } from './wheel-fields.tsx'
import { WordsField } from './words-field.tsx'

interface Props<K extends CampaignContent['kind']> {
  content: ContentOf<K>
  onChange(content: ContentOf<K>): void
}

interface WithBanners {
  onBanners(make: (banners: Banner[]) => Banner[]): void
}

/** The fields of a content, by its kind. */
export function ContentFields({
  content,
  onChange,
}: {
  content: CampaignContent
  onChange(content: CampaignContent | ((now: CampaignContent) => CampaignContent)): void
}) {
  const onBanners: WithBanners['onBanners'] = (make) =>
    onChange((now) => ('banners' in now ? { ...now, banners: make(now.banners) } : now))
  if (content.kind === 'bonus')
    return <BonusFields content={content} onChange={onChange} onBanners={onBanners} />
  if (content.kind === 'promotion') return <PromotionFields content={content} onChange={onChange} />
  if (content.kind === 'wheel') return <WheelFields content={content} onChange={onChange} />
  return <LossFields content={content} onChange={onChange} onBanners={onBanners} />
}

/** Title and description, of whatever kind has both. */
function TitleFields<Both extends { title: Words; description: Words }>({
  content,
  onChange,
}: {
  content: Both
  onChange(content: Both): void
}) {
  const { t } = useTranslation()
  return (
    <Section title={t('campaign.section.words')}>
      <WordsField
        label={t('campaign.field.title')}
        path="content/title"
        value={content.title}
        maxLength={longest.title}
        onChange={(title) => onChange({ ...content, title })}
      />
      <HtmlField
        label={t('campaign.field.description')}
        path="content/description"
        value={content.description}
        onChange={(description) => onChange({ ...content, description })}
      />
    </Section>
  )
}

function BonusFields({ content, onChange, onBanners }: Props<'bonus'> & WithBanners) {
  const { t } = useTranslation()
  return (
    <>
      <TitleFields content={content} onChange={onChange} />
      <Section title={t('campaign.section.banners')}>
        <BannersField banners={content.banners} onChange={onBanners} />
      </Section>
      <Section title={t('campaign.section.gives')}>
        <Beside>
          <CreditFields content={content} onChange={onChange} />
        </Beside>
      </Section>
      <Section title={t('campaign.section.limits')}>
        <Beside>
          <Choice
            label={t('campaign.field.type')}
            path="content/type"
            value={content.type}
            options={(['limit', 'day', 'week'] as const).map((type) => ({
              value: type,
              text: t(`campaign.type.${type}`),
            }))}
            onChange={(type) => onChange({ ...content, type })}
          />
          <NumberField
            label={t('campaign.field.maxReceived')}
            path="content/maxReceived"
            value={content.maxReceived}
            onChange={(maxReceived) => onChange({ ...content, maxReceived })}
          />
          <LimitField
            label={t('campaign.field.budget')}
            path="content/budget"
            value={content.budget}
            unit="money"
            onChange={(budget) => onChange({ ...content, budget })}
          />
          <NumberField
            label={t('campaign.field.maxTotal')}
            path="content/maxTotal"
            value={content.maxTotal}
            unit="money"
            hint={t('campaign.maxTotalHint')}
            onChange={(maxTotal) => onChange({ ...content, maxTotal })}
          />
        </Beside>
      </Section>
      <ConditionSection content={content} onChange={onChange} />
    </>
  )
}

function CreditFields({ content, onChange }: Props<'bonus'>) {
  const { t } = useTranslation()
  const { credit } = content
  const missing = Number.NaN
  return (
    <>
      <Choice
        label={t('campaign.field.credit')}
        path="content/credit/kind"
        value={credit.kind}
        options={(['deposit', 'free'] as const).map((kind) => ({
          value: kind,
          text: t(`campaign.credit.${kind}`),
        }))}
        onChange={(kind) =>
          onChange({
            ...content,
            credit:
              kind === 'free'
                ? { kind, amount: missing }
                : { kind, minDeposit: missing, percent: missing, maxBonus: missing },
          })
        }
      />
      {credit.kind === 'free' ? (
        <NumberField
          label={t('campaign.field.amount')}
          path="content/credit/amount"
          value={credit.amount}
          unit="money"
          onChange={(amount) => onChange({ ...content, credit: { ...credit, amount } })}
        />
      ) : (
        <>
          <NumberField
            label={t('campaign.field.percent')}
            path="content/credit/percent"
            value={credit.percent}
            unit="percent"
            hint={t('campaign.ofDeposit')}
            onChange={(percent) => onChange({ ...content, credit: { ...credit, percent } })}
          />
          <NumberField
            label={t('campaign.field.minDeposit')}
            path="content/credit/minDeposit"
            value={credit.minDeposit}
            unit="money"
            onChange={(minDeposit) => onChange({ ...content, credit: { ...credit, minDeposit } })}
          />
          <NumberField
            label={t('campaign.field.maxBonus')}
            path="content/credit/maxBonus"
            value={credit.maxBonus}
            unit="money"
            onChange={(maxBonus) => onChange({ ...content, credit: { ...credit, maxBonus } })}
          />
        </>
      )}
    </>
  )
}

function PromotionFields({ content, onChange }: Props<'promotion'>) {
  const { t } = useTranslation()
  return (
    <>
      <TitleFields content={content} onChange={onChange} />
      <Section title={t('campaign.section.gives')}>
        <Beside>
          <NumberField
            label={t('campaign.field.amount')}
            path="content/amount"
            value={content.amount}
            unit="money"
            onChange={(amount) => onChange({ ...content, amount })}
          />
          <NumberField
            label={t('campaign.field.uses')}
            path="content/uses"
            value={content.uses}
            onChange={(uses) => onChange({ ...content, uses })}
          />
          <LimitField
            label={t('campaign.field.usesPerDay')}
            path="content/usesPerDay"
            value={content.usesPerDay}
            onChange={(usesPerDay) => onChange({ ...content, usesPerDay })}
          />
        </Beside>
      </Section>
      <ConditionSection content={content} onChange={onChange} />
    </>
  )
}

/** Of invite money and of refunds: both are a share of a day's loss. */
function LossFields({ content, onChange, onBanners }: Props<'invite' | 'refund'> & WithBanners) {
  const { t } = useTranslation()
  return (
    <>
      <Section title={t('campaign.section.gives')} hint={t(`campaign.about.${content.kind}`)}>
        <Beside>
          <NumberField
            label={t('campaign.field.percent')}
            path="content/percent"
            value={content.percent}
            unit="percent"
            onChange={(percent) => onChange({ ...content, percent })}
          />
          <NumberField
            label={t('campaign.field.min')}
            path="content/min"
            value={content.min}
            unit="money"
            onChange={(min) => onChange({ ...content, min })}
          />
          <NumberField
            label={t('campaign.field.max')}
            path="content/max"
            value={content.max}
            unit="money"
            onChange={(max) => onChange({ ...content, max })}
          />
        </Beside>
      </Section>
      <Section title={t('campaign.section.words')}>
        <HtmlField
          label={t('campaign.field.info')}
          path="content/info"
          value={content.info}
          onChange={(info) => onChange({ ...content, info })}
        />
      </Section>
      <Section title={t('campaign.section.banners')}>
        <BannersField banners={content.banners} onChange={onBanners} />
      </Section>
      <ConditionSection content={content} onChange={onChange} />
    </>
  )
}

function WheelFields({ content, onChange }: Props<'wheel'>) {
  const { t } = useTranslation()
  const codes = content.slices.map(({ code }) => code)
  return (
    <>
      <Section title={t('campaign.section.words')}>
        <WordsField
          label={t('campaign.field.name')}
          path="content/name"
          value={content.name}
          maxLength={longest.title}
          onChange={(name) => onChange({ ...content, name })}
        />
        <HtmlField
          label={t('campaign.field.description')}
          path="content/description"
          value={content.description}
          onChange={(description) => onChange({ ...content, description })}
        />
      </Section>
      <Section title={t('campaign.section.slices')} hint={t('campaign.slicesHint')}>
        <SlicesField slices={content.slices} onChange={(slices) => onChange({ ...content, slices })} />
        <Beside>
          <Choice
            label={t('campaign.field.fallback')}
            path="content/fallback"
            value={content.fallback}
            options={[...new Set([content.fallback, ...codes])].map((code) => ({ value: code, text: code }))}
            hint={t('campaign.fallbackHint')}
            onChange={(fallback) => onChange({ ...content, fallback })}
          />
          <NumberField
            label={t('campaign.field.couponDays')}
            path="content/couponDays"
            value={content.couponDays}
            onChange={(couponDays) => onChange({ ...content, couponDays })}
          />
        </Beside>
      </Section>
    </>
  )
}

type Conditional = ContentOf<'bonus' | 'promotion' | 'invite' | 'refund'>

function ConditionSection<C extends Conditional>({
  content,
  onChange,
}: {
  content: C
  onChange(content: C): void
}) {
  const { t } = useTranslation()
  return (
    <Section title={t('campaign.section.condition')} hint={t('campaign.conditionHint')}>
      <ConditionFields
        value={content.condition}
        path="content/condition"
        onChange={(condition) => onChange({ ...content, condition })}
      />
    </Section>
  )
}
