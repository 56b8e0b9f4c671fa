import { languages } from '../../languages.ts'
import { isAmount } from '../../money.ts'
import type { Banner, CampaignContent, Condition, ContentOf, Prize, WheelSlice, Words } from './content.ts'
import { codePattern, type Kind, onePerCurrency } from './kinds.ts'

/**
 * What is wrong with a version of a campaign, beside its shape (rules.md §19). The form says it while it is
 * filled in, and the server refuses by it. No dependency: the browser uses this file too.
 */

export const problemCodes = [
  'TEXT_MISSING',
  'NUMBER',
  'BELOW_MIN',
  'ABOVE_MAX',
  'MIN_ABOVE_MAX',
  'CODE',
  'CODE_TWICE',
  'CURRENCY',
  'NO_SLICES',
  'NOTHING_COUNTS',
  'NO_FALLBACK',
  'FALLBACK_STOCK',
  'FALLBACK_BONUS',
  'NO_PICTURE',
  'NO_BONUS',
  'NO_BUDGET',
  'ABOVE_CREDIT',
  'ABOVE_BUDGET',
  'SPIN_COST',
  'REACHES_FLOOR',
  'FLOOR_ABOVE_DEPOSIT',
  'ENDS_BEFORE_START',
  'ENDS_IN_PAST',
] as const
export type ProblemCode = (typeof problemCodes)[number]

export interface Problem {
  /** The path of the field in the call's body, e.g. `content/condition/days`. */
  field: string
  problem: ProblemCode
  /** Of BELOW_MIN and ABOVE_MAX, and of the problems of ceilings.ts what they were compared with. */
  bound?: number
}

/** Least and most of numbers that are no amounts. */
export const bounds = {
  maxReceived: [1, 1000],
  /** Of a deposit. */
  creditPercent: [0.01, 1000],
  /** Of a loss. */
  lossPercent: [0.01, 100],
  percentFail: [0, 99.99],
  multiplePercent: [100, 10_000],
  weight: [0, 100],
  percentSuccess: [100.01, 10_000],
  days: [1, 365],
  uses: [1, 1_000_000],
  sliceWeight: [1, 1_000_000],
  stock: [0, 1_000_000],
  coins: [1, 1000],
  couponDays: [1, 365],
} as const

export interface Draft {
  kind: Kind
  code: string
  content: CampaignContent
  startsAt: string | null
  endsAt: string | null
}

/** Everything that is wrong, in the order of the fields; empty: nothing. */
export function problemsOf({ kind, code, content, startsAt, endsAt }: Draft, now: Date): Problem[] {
  const found: Problem[] = []
  const add: Add = (field, problem, bound) =>
    found.push({ field, problem, ...(bound !== undefined && { bound }) })
  const isCode = onePerCurrency.includes(kind) ? code === content.currency : codePattern.test(code)
  if (!isCode) add('code', 'CODE')
  checkContent(content, inside(add, 'content'))
  if (endsAt !== null) {
    if (startsAt !== null && Date.parse(endsAt) <= Date.parse(startsAt)) add('endsAt', 'ENDS_BEFORE_START')
    else if (Date.parse(endsAt) <= now.getTime()) add('endsAt', 'ENDS_IN_PAST')
  }
  return found
}

type Add = (field: string, problem: ProblemCode, bound?: number) => void

const inside =
  (add: Add, path: string | number): Add =>
  (field, problem, bound) =>
    add(field === '' ? String(path) : `${path}/${field}`, problem, bound)

function checkContent(content: CampaignContent, add: Add): void {
  if (content.kind === 'bonus') checkBonus(content, add)
  else if (content.kind === 'promotion') checkPromotion(content, add)
  else if (content.kind === 'wheel') checkWheel(content, add)
  else checkLoss(content, add)
}

function checkBonus(bonus: ContentOf<'bonus'>, add: Add): void {
  checkWords(bonus.title, inside(add, 'title'))
  checkWords(bonus.description, inside(add, 'description'))
  checkBanners(bonus.banners, add)
  checkNumber(bonus.maxReceived, bounds.maxReceived, inside(add, 'maxReceived'))
  const { credit } = bonus
  const ofCredit = inside(add, 'credit')
  if (credit.kind === 'free') checkAmount(credit.amount, inside(ofCredit, 'amount'))
  else {
    checkAmount(credit.minDeposit, inside(ofCredit, 'minDeposit'))
    checkNumber(credit.percent, bounds.creditPercent, inside(ofCredit, 'percent'))
    checkAmount(credit.maxBonus, inside(ofCredit, 'maxBonus'))
  }
  if (bonus.budget !== null) checkAmount(bonus.budget, inside(add, 'budget'))
  checkAmount(bonus.maxTotal, inside(add, 'maxTotal'), 0)
  checkCondition(bonus.condition, inside(add, 'condition'))
}

function checkPromotion(promotion: ContentOf<'promotion'>, add: Add): void {
  checkWords(promotion.title, inside(add, 'title'))
  checkWords(promotion.description, inside(add, 'description'))
  checkAmount(promotion.amount, inside(add, 'amount'))
  checkNumber(promotion.uses, bounds.uses, inside(add, 'uses'))
  if (promotion.usesPerDay !== null) {
    checkNumber(promotion.usesPerDay, bounds.uses, inside(add, 'usesPerDay'))
    if (promotion.usesPerDay > promotion.uses) add('usesPerDay', 'ABOVE_MAX', promotion.uses)
  }
  checkCondition(promotion.condition, inside(add, 'condition'))
}

function checkLoss(loss: ContentOf<'invite' | 'refund'>, add: Add): void {
  checkNumber(loss.percent, bounds.lossPercent, inside(add, 'percent'))
  checkAmount(loss.min, inside(add, 'min'))
  checkAmount(loss.max, inside(add, 'max'))
  if (loss.min > loss.max) add('min', 'MIN_ABOVE_MAX')
  checkBanners(loss.banners, add)
  checkWords(loss.info, inside(add, 'info'))
  checkCondition(loss.condition, inside(add, 'condition'))
}

function checkWheel(wheel: ContentOf<'wheel'>, add: Add): void {
  checkWords(wheel.name, inside(add, 'name'))
  checkWords(wheel.description, inside(add, 'description'))
  if (wheel.slices.length < 2) add('slices', 'NO_SLICES')
  const seen = new Set<string>()
  for (const [at, slice] of wheel.slices.entries()) {
    const ofSlice = inside(inside(add, 'slices'), at)
    if (seen.has(slice.code)) ofSlice('code', 'CODE_TWICE')
    seen.add(slice.code)
    checkSlice(slice, ofSlice)
  }
  const fallback = wheel.slices.find(({ code }) => code === wheel.fallback)
  if (!fallback) add('fallback', 'NO_FALLBACK')
  else if (fallback.stock !== null) add('fallback', 'FALLBACK_STOCK')
  // It is drawn when nothing else is left, and the budget of a bonus may be gone, too.
  else if (fallback.prize.kind === 'BONUS') add('fallback', 'FALLBACK_BONUS')
  checkNumber(wheel.couponDays, bounds.couponDays, inside(add, 'couponDays'))
}

function checkSlice({ code, label, weight, stock, prize }: WheelSlice, add: Add): void {
  if (!sliceCode.test(code)) add('code', 'CODE')
  checkWords(label, inside(add, 'label'))
  checkNumber(weight, bounds.sliceWeight, inside(add, 'weight'))
  if (stock !== null) checkNumber(stock, bounds.stock, inside(add, 'stock'))
  checkPrize(prize, inside(add, 'prize'))
}
const sliceCode = /^[A-Z0-9][A-Z0-9-]{0,19}$/

function checkPrize(prize: Prize, add: Add): void {
  if (prize.kind === 'CREDIT') {
    checkAmount(prize.amount, inside(add, 'amount'))
    checkCondition(prize.condition, inside(add, 'condition'))
  }
  if (prize.kind === 'ITEM' && prize.value !== undefined) checkAmount(prize.value, inside(add, 'value'))
  if (prize.kind === 'COIN') checkNumber(prize.coins, bounds.coins, inside(add, 'coins'))
  if (prize.kind === 'BONUS' && !codePattern.test(prize.code)) add('code', 'CODE')
}

function checkCondition(condition: Condition, add: Add): void {
  if (condition.mode === 'turnover') {
    checkNumber(condition.multiplePercent, bounds.multiplePercent, inside(add, 'multiplePercent'))
    for (const [product, weight] of Object.entries(condition.weights)) {
      checkNumber(weight, bounds.weight, inside(inside(add, 'weights'), product))
    }
    // A new version says it, because a product that nobody has named should not count by itself.
    const { otherWeight = Number.NaN } = condition
    checkNumber(otherWeight, bounds.weight, inside(add, 'otherWeight'))
    const weights = [...Object.values(condition.weights), otherWeight]
    if (weights.every((weight) => weight === 0)) add('otherWeight', 'NOTHING_COUNTS')
  } else checkNumber(condition.percentSuccess, bounds.percentSuccess, inside(add, 'percentSuccess'))
  checkNumber(condition.percentFail, bounds.percentFail, inside(add, 'percentFail'))
  if (condition.maxCashOut !== null) checkAmount(condition.maxCashOut, inside(add, 'maxCashOut'))
  checkNumber(condition.days, bounds.days, inside(add, 'days'))
}

function checkBanners(banners: readonly Banner[], add: Add): void {
  for (const [at, { image, html }] of banners.entries()) {
    const ofBanner = inside(inside(add, 'banners'), at)
    if (image === '') ofBanner('image', 'NO_PICTURE')
    // A picture may have no words; words beside it have to be there in every language.
    if (Object.values(html).some((text) => !isEmpty(text))) checkWords(html, inside(ofBanner, 'html'))
  }
}

/** Whether a text, or HTML, shows no letter. */
const isEmpty = (text: string): boolean => text.replace(/<[^>]*>|&nbsp;/g, '').trim() === ''

function checkWords(words: Words, add: Add): void {
  for (const language of languages) {
    if (isEmpty(words[language])) add(language, 'TEXT_MISSING')
  }
}

function checkNumber(value: number, [min, max]: readonly [number, number], add: Add): void {
  if (!Number.isFinite(value)) add('', 'NUMBER')
  else if (value < min) add('', 'BELOW_MIN', min)
  else if (value > max) add('', 'ABOVE_MAX', max)
}

function checkAmount(value: number, add: Add, min = 0.01): void {
  if (!isAmount(value)) add('', 'NUMBER')
  else if (value < min) add('', 'BELOW_MIN', min)
}
