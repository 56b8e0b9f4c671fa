// What other slices and the app may use of bonuses. Their texts are those of the slice `bonus`.

export {
  bonusKey,
  leftOf,
  mayCancel,
  type OpenBonus,
  type Progress,
  useOpenBonus,
} from './bonus.ts'
export { BonusBar } from './bonus-bar.tsx'
export { CancelButton } from './cancel-button.tsx'
export { clearLines } from './clear-words.ts'
export { ConditionCost } from './condition-cost.tsx'
export { ConditionList } from './condition-list.tsx'
export { productName } from './condition-words.ts'
export { clearOf, expectedOf, type Offered } from './expected.ts'
export { type Obstacle, ObstacleNote, useObstacle } from './obstacle.tsx'
export { useClear } from './use-clear.ts'
export { useBonusSettled, useTake } from './use-take.ts'
