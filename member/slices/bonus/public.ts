// What other slices and the app may use of bonuses. Their texts are those of the slice `bonus`.

export { bonusKey, type OpenBonus } from './bonus.ts'
export { BonusBar } from './bonus-bar.tsx'
export { ConditionList } from './condition-list.tsx'
export { productName } from './condition-words.ts'
export { useActivate, useBonusSettled, useShowTaken } from './use-activate.ts'
export { useClear } from './use-clear.ts'
