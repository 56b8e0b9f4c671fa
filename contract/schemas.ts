/** Schemas that have names of their own in the description of the calls (server/app/open-api.ts). */

export { ErrorAnswer, Ok } from './endpoint.ts'
export { NewCredential, NewPasskeyOptions, PasskeyChallenge, UsedCredential } from './passkey.ts'
export { NewLogin } from './slices/account/history/login-facts.ts'
export { BankAccount, Profile } from './slices/account/profile.ts'
export { Registration } from './slices/account/registration.ts'
export {
  Bonus,
  BonusProgress,
  ExpectedBonus,
  ExpectedClear,
  MemberBanner,
  MemberCondition,
  OpenBets,
  OpenBonus,
  UserBonus,
} from './slices/bonus/bonus.ts'
export { CountedBet } from './slices/bonus/list-counted-bets.ts'
export { PastBonus } from './slices/bonus/list-past-bonuses.ts'
export { BonusReview } from './slices/bonus/list-reviews.ts'
export { Campaign, CampaignVersion, Exposure, NewVersion, WhatIf } from './slices/campaign/campaign.ts'
export {
  Banner,
  BonusContent,
  CampaignContent,
  Condition,
  InviteContent,
  Prize,
  PromotionContent,
  RefundContent,
  StoredContent,
  WheelContent,
  WheelSlice,
} from './slices/campaign/content.ts'
export { ReplyDecision } from './slices/chat/approve-reply.ts'
export { BotContent, BotRule } from './slices/chat/bot.ts'
export { BotVersion } from './slices/chat/bot-version.ts'
export { CannedReply, ReplyTexts } from './slices/chat/canned-reply.ts'
export { ChatButton, ChatCard, Conversation } from './slices/chat/message.ts'
export { StaffChat } from './slices/chat/staff-chat.ts'
export { TransferReport } from './slices/deposit/feed/report-transfer.ts'
export { QrCode } from './slices/deposit/qr/qr-code.ts'
export { PaymentReport } from './slices/deposit/qr/report-payment.ts'
export { Slip } from './slices/deposit/slip/list-slips.ts'
export { RememberedPayer } from './slices/deposit/transfer/payer.ts'
export { DeskClearResult } from './slices/desk/approve-clear-items.ts'
export {
  DeskCandidate,
  DeskCounterpart,
  DeskDecided,
  DeskItem,
  DeskMember,
  DeskOutcome,
  DeskQueueName,
} from './slices/desk/desk-item.ts'
export {
  DeskAttempt,
  DeskEqualSlip,
  DeskEvidence,
  DeskPaidFor,
  DeskPossibleMember,
  DeskReport,
  DeskSharer,
} from './slices/desk/evidence.ts'
export { FoundItem } from './slices/desk/find-items.ts'
export { RefusedCall } from './slices/desk/find-members.ts'
export { DeskDecidedRow } from './slices/desk/list-decided-items.ts'
export { Decision, DecisionFilter } from './slices/desk/list-decisions.ts'
export { DeskFilter } from './slices/desk/list-desk-items.ts'
export { DeskOrigin } from './slices/desk/origin.ts'
export { Claim, Colleague, Shift, ShiftSummary, WorkItem, WorkNote } from './slices/desk/work/subject.ts'
export { BetDay, BetDayClosing, BetDayJob } from './slices/game/bets/list-bet-days.ts'
export { BetReport, SettledBet } from './slices/game/bets/report-bets.ts'
export { GameAccount, GameCode, GameLoginAccount } from './slices/game/game-account.ts'
export { Invite } from './slices/invite/list-invites.ts'
export { BankDepositAccount } from './slices/lookup/get-deposit.ts'
export { AuditEntry, AuditFilter, AuditKind } from './slices/operator/list-audit.ts'
export {
  OneTimePassword,
  Operator,
  OperatorRole,
  OperatorTie,
  Staff,
  StaffRequest,
} from './slices/operator/operator.ts'
export { Outcome } from './slices/outcome/outcome.ts'
export { Promotion } from './slices/promotion/promotion.ts'
export { PushSettings } from './slices/push/push.ts'
export { RefundDay, RefundLine } from './slices/refund/check-refund.ts'
export { CommittedSeed, Coupon, PastSpin, SpinSeed, SpinSlice, Spinwheel } from './slices/spinwheel/wheel.ts'
export { Pending } from './slices/statement/list-pending.ts'
export { Statement, StatementEntry, StatementType } from './slices/statement/statement.ts'
export { Wallet } from './slices/wallet/get-wallet.ts'
export { TransferAnswer } from './slices/wallet/transfer.ts'
export { WithdrawalAnswer, WithdrawalStatus } from './slices/withdraw/withdrawal.ts'
