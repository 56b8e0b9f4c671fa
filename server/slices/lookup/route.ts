import { getActive } from '@krapao/contract/slices/lookup/get-active.ts'
import { getAgreements } from '@krapao/contract/slices/lookup/get-agreements.ts'
import { getBankNames } from '@krapao/contract/slices/lookup/get-bank-names.ts'
import { getBanks } from '@krapao/contract/slices/lookup/get-banks.ts'
import { getConditions } from '@krapao/contract/slices/lookup/get-conditions.ts'
import { getContact } from '@krapao/contract/slices/lookup/get-contact.ts'
import { getDeposit } from '@krapao/contract/slices/lookup/get-deposit.ts'
import { getEnableChatWidget } from '@krapao/contract/slices/lookup/get-enable-chat-widget.ts'
import { getInfo } from '@krapao/contract/slices/lookup/get-info.ts'
import { getNotice } from '@krapao/contract/slices/lookup/get-notice.ts'
import { getRegisterOtp } from '@krapao/contract/slices/lookup/get-register-otp.ts'
import { getSlip } from '@krapao/contract/slices/lookup/get-slip.ts'
import { getSources } from '@krapao/contract/slices/lookup/get-sources.ts'
import { reportClientError } from '@krapao/contract/slices/lookup/report-client-error.ts'
import { mount } from '../../platform/http.ts'
import { Refusal } from '../../platform/refusal.ts'
import { findMember, readRegistrationNumbers } from '../account/public.ts'
import type { Context, Slice } from '../context.ts'
import { loggedError } from './client-errors.ts'
import { isRegisterOtpOn, isServiceActive, listBanks, minDeposit, minGift } from './public.ts'
import * as rules from './rules.ts'
import { seedLookups } from './seed.ts'
import { selectBankNames, selectDepositAccounts, selectSources, selectTexts } from './store.ts'

/** Texts, flags, limits and lists that the app needs before the login (product.md §7, Lookups), and errors of pages. */
export const lookupSlice: Slice = {
  name: 'lookup',
  seed: seedLookups,
  mount(app, context) {
    const { db, gate, settings, brand } = context

    mount(app, gate, getActive, async () => ({ isActive: await isServiceActive(context) }))
    mount(app, gate, getBanks, () => listBanks(context))
    mount(app, gate, getBankNames, ({ language }) => selectBankNames(db, language))
    mount(app, gate, getSources, ({ language }) => selectSources(db, language))
    mount(app, gate, getRegisterOtp, async () => ({
      registerOTP: await isRegisterOtpOn(context),
      ...(await readRegistrationNumbers(context)),
    }))
    mount(app, gate, getEnableChatWidget, async () => ({
      enableChatWidget: await settings.get(rules.chatWidget),
    }))

    mount(app, gate, getConditions, async ({ language }) => ({
      conditions: await selectTexts(db, 'condition', language),
    }))
    mount(app, gate, getAgreements, async ({ language }) => ({
      agreements: await selectTexts(db, 'agreement', language),
    }))
    mount(app, gate, getNotice, async ({ language }) => ({
      notice: (await selectTexts(db, 'notice', language)).join(''),
    }))
    mount(app, gate, getContact, async ({ language }) => ({
      contactText: (await selectTexts(db, 'contact', language)).join(''),
      lineLink: await settings.get(rules.contactLineLink),
      lineName: await settings.get(rules.contactLineName),
      lineQR: await settings.get(rules.contactLineQr),
    }))
    mount(app, gate, getInfo, async () => ({
      name: (await settings.get(rules.infoName)) || brand.name,
      website: await settings.get(rules.infoWebsite),
    }))

    mount(app, gate, reportClientError, async ({ body, request }) => {
      request.log.warn(loggedError(body, request.headers['user-agent']), 'an error in a page')
      return { message: 'OK' } as const
    })

    mount(app, gate, getDeposit, ({ caller }) => readDeposit(context, caller.memberId))
    mount(app, gate, getSlip, async () => ({
      uploadWithinMinutes: await settings.get(rules.slipUploadMinutes),
      maxBytes: (await settings.get(rules.slipMaxMegabytes)) * 1024 * 1024,
      types: [...rules.slipTypes],
      closedFrom: await settings.get(rules.slipClosedFrom),
      closedUntil: await settings.get(rules.slipClosedUntil),
    }))
  },
}

/** The accounts that this member may pay to; a deposit to an account of another currency would credit nobody. */
async function readDeposit(context: Context, memberId: string) {
  const { db, settings } = context
  const member = await findMember(context, memberId)
  if (!member) throw new Refusal('invalid-token')
  const { currency } = member
  const accounts = await selectDepositAccounts(db, currency)
  return {
    banks: accounts
      .filter(({ kind }) => kind === 'bank')
      .map((account) => ({
        bank: { nameTH: account.nameTH ?? '', nameEN: account.nameEN ?? '', nameLA: account.nameLA ?? '' },
        bankCode: account.bankCode ?? '',
        bankType: account.bankType,
        mode: account.mode,
        bankAccountName: account.accountName,
        bankAccountNo: account.accountNo,
        currency: account.currency,
      })),
    wallets: accounts
      .filter(({ kind }) => kind === 'wallet')
      .map(({ accountName, accountNo, mode }) => ({
        walletAccountName: accountName,
        walletAccountNo: accountNo,
        mode,
      })),
    isManual: await settings.get(rules.depositManual),
    minDeposit: await minDeposit(context, currency),
    minGift: await minGift(context, currency),
  }
}
