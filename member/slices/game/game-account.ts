import { lazyModal } from '../../frame/load/lazy-modal.tsx'

/** Plays at a provider, and moves money to it and back. */
export const GameAccount = lazyModal(['game', 'wallet'], () => import('./game-account-modal.tsx'))
