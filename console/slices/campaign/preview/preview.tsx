import { type Language, languageNames, languages, languageTags } from '@krapao/contract/languages.ts'
import { assets, type Currency } from '@krapao/contract/money.ts'
import type {
  Banner,
  CampaignContent,
  Condition,
  ContentOf,
  Words,
} from '@krapao/contract/slices/campaign/content.ts'
import { useTranslation } from '@krapao/web/i18n/use-translation.ts'
import { cx } from '@krapao/web/ui/class-names.ts'
import { formatFigure } from '@krapao/web/ui/format.ts'
import { Html } from '@krapao/web/ui/html.tsx'
import { Note } from '@krapao/web/ui/states.tsx'
import { Gift, Lock } from 'lucide-react'
import { useId, useState } from 'react'
import { pictureAddress } from '../form/banners-field.tsx'
import { chance } from '../form/wheel-fields.tsx'
import { type About, conditionTitle, conditionWords } from './condition-words.ts'
import { costWords, type Deposit, offerWords } from './offer-words.ts'
import { WheelDrawing } from './wheel-drawing.tsx'

/**
 * What members will see, on a phone of 390 pixels, in each language. What nobody has written yet is left out.
 */
export function Preview({ content, code }: { content: CampaignContent; code: string }) {
  const { t, i18n } = useTranslation()
  const [language, setLanguage] = useState<Language>(languages.find((one) => one === i18n.language) ?? 'th')
  const name = useId()
  return (
    <section aria-label={t('campaign.preview')} className="mx-auto w-full max-w-[406px] wide:w-[406px]">
      <fieldset className="mb-3 flex items-center gap-1.5">
        <legend className="sr-only">{t('campaign.previewLanguage')}</legend>
        <span aria-hidden className="mr-auto text-sm font-semibold">
          {t('campaign.preview')}
        </span>
        {languages.map((one) => (
          <label
            key={one}
            className="flex min-h-11 cursor-pointer items-center rounded-xl border border-line px-3 text-sm font-medium has-checked:border-link has-checked:bg-sunken has-focus-visible:outline-2"
          >
            <input
              type="radio"
              name={name}
              className="sr-only"
              checked={language === one}
              onChange={() => setLanguage(one)}
            />
            {languageNames[one]}
          </label>
        ))}
      </fieldset>
      <div
        lang={languageTags[language]}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard
        tabIndex={0}
        className="h-[min(44rem,calc(100dvh-12rem))] min-h-96 overflow-y-auto rounded-[2.25rem] border-8 border-night-deep bg-surface p-4"
      >
        <Screen content={content} code={code} language={language} />
      </div>
    </section>
  )
}

function Screen({ content, code, language }: { content: CampaignContent; code: string; language: Language }) {
  if (content.kind === 'wheel') return <Wheel wheel={content} language={language} />
  if (content.kind === 'promotion') return <Promotion promotion={content} code={code} language={language} />
  return (
    <div className="grid gap-4">
      {content.kind === 'bonus' && <BonusCard bonus={content} language={language} />}
      {content.kind !== 'bonus' && <Banners banners={content.banners} language={language} />}
      <Sheet>
        {content.kind === 'bonus' ? (
          <>
            <Title words={content.title} language={language} />
            <p className="rounded-2xl bg-sunken px-4 py-3 font-semibold text-pretty">
              {offerWords(content, language)}
            </p>
            <Cost
              condition={content.condition}
              about={aboutOf(content)}
              deposit={content.credit.kind === 'deposit' ? content.credit : undefined}
              language={language}
            />
          </>
        ) : (
          <>
            <p className="text-4xl font-bold tabular-nums">{figure(content.percent)} %</p>
            <Html html={content.info[language]} />
          </>
        )}
        <ConditionLines condition={content.condition} about={aboutOf(content)} language={language} />
        {content.kind === 'bonus' && (
          <>
            <Banners banners={content.banners} language={language} />
            <Html html={content.description[language]} />
          </>
        )}
      </Sheet>
    </div>
  )
}

const figure = (value: number): string => (Number.isFinite(value) ? formatFigure(value) : '…')
const money = (value: number, currency: Currency): string => `${assets[currency].sign}${figure(value)}`

const Sheet = ({ children }: { children: React.ReactNode }) => (
  <div className="grid gap-3 rounded-card bg-card p-4 shadow-card">{children}</div>
)

const Title = ({ words, language, className }: { words: Words; language: Language; className?: string }) => (
  <p className={cx('text-xl font-semibold text-balance', className)}>{words[language] || '…'}</p>
)

function BonusCard({ bonus, language }: { bonus: ContentOf<'bonus'>; language: Language }) {
  const [first] = bonus.banners
  return (
    <div className="relative isolate flex min-h-44 flex-col justify-end overflow-hidden rounded-card bg-night pt-14 text-on-night shadow-card">
      <img
        src={first ? pictureAddress(first.image) : '/art/brand/festival.svg'}
        alt=""
        className="absolute inset-0 -z-10 size-full object-cover"
      />
      {/* The words have a ground of their own, as in the app. */}
      <div className="grid gap-0.5 bg-linear-to-t from-night-deep/95 via-night-deep/85 via-75% to-transparent px-4 pt-8 pb-3">
        <p className="text-base leading-snug font-semibold">{bonus.title[language] || '…'}</p>
        <p className="text-sm leading-snug text-on-night-soft">{offerWords(bonus, language)}</p>
      </div>
    </div>
  )
}

const Banners = ({ banners, language }: { banners: readonly Banner[]; language: Language }) => (
  <>
    {banners.map(({ image, html }) => (
      <div key={image} className="overflow-hidden rounded-card bg-card shadow-card">
        <img src={pictureAddress(image)} alt="" className="w-full" />
        {html[language].trim() !== '' && <Html html={html[language]} className="p-4" />}
      </div>
    ))}
  </>
)

function aboutOf(content: ContentOf<'bonus' | 'invite' | 'refund'>): About {
  const { currency } = content
  if (content.kind !== 'bonus') return { currency }
  return content.credit.kind === 'free'
    ? { currency, amount: content.credit.amount }
    : { currency, withDeposit: true }
}

/** What taking it costs, which members read before its conditions. */
function Cost({
  condition,
  about,
  deposit,
  language,
}: {
  condition: Condition
  about: About
  deposit?: Deposit | undefined
  language: Language
}) {
  const { locks, ways } = costWords(condition, about, deposit, language)
  return (
    <Note icon={<Lock className="mt-0.5 size-4.5 shrink-0" aria-hidden />}>
      <p className="text-base font-semibold">{locks}</p>
      <ul className="mt-1.5 grid list-disc gap-1 pl-4">
        {ways.map((way) => (
          <li key={way}>{way}</li>
        ))}
      </ul>
    </Note>
  )
}

function ConditionLines({
  condition,
  about,
  language,
}: {
  condition: Condition
  about: About
  language: Language
}) {
  return (
    <div className="text-sm">
      <p className="font-semibold">{conditionTitle(language)}</p>
      <ul className="mt-1 grid list-disc gap-1 pl-5 text-pretty marker:text-ink-soft">
        {conditionWords(condition, about, language).map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
    </div>
  )
}

function Promotion({
  promotion: { title, description, amount, currency, condition },
  code,
  language,
}: {
  promotion: ContentOf<'promotion'>
  code: string
  language: Language
}) {
  return (
    <Sheet>
      <p className="flex items-center gap-2 font-mono text-sm text-ink-soft">
        <Gift className="size-4 shrink-0" aria-hidden />
        {code || '…'}
      </p>
      <Title words={title} language={language} />
      <p className="text-4xl font-bold tabular-nums">{money(amount, currency)}</p>
      <Cost condition={condition} about={{ currency, amount }} language={language} />
      <ConditionLines condition={condition} about={{ currency, amount }} language={language} />
      <Html html={description[language]} />
    </Sheet>
  )
}

function Wheel({ wheel, language }: { wheel: ContentOf<'wheel'>; language: Language }) {
  const { slices } = wheel
  const sum = slices.reduce((total, { weight }) => total + weight, 0)
  return (
    <div className="grid gap-4">
      <Title words={wheel.name} language={language} className="text-center" />
      {slices.length > 0 && <WheelDrawing slices={slices} language={language} />}
      <Sheet>
        <Html html={wheel.description[language]} />
        <ul className="divide-y divide-line text-sm">
          {slices.map((slice, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a code may be typed in twice
            <li key={at} className="grid grid-cols-[auto_1fr_auto] items-start gap-x-3 py-2">
              <span
                aria-hidden
                className="mt-1 size-4 rounded border border-line"
                style={{ backgroundColor: slice.bgColor }}
              />
              <span className="min-w-0">
                <span className="block font-medium">{slice.label[language] || slice.code}</span>
                <Html html={slice.htmlDescription[language]} className="text-sm text-ink-soft" />
              </span>
              <span className="text-ink-soft tabular-nums">{chance(slice.weight, sum)}</span>
            </li>
          ))}
        </ul>
      </Sheet>
    </div>
  )
}
