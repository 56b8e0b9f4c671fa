import * as contract from '@krapao/contract/endpoints.ts'
import { mount } from '../../platform/http.ts'
import type { Context, Slice } from '../context.ts'
import { isRegisterOtpOn, isServiceActive, listBanks } from './public.ts'
import * as rules from './rules.ts'
import { seedLookups } from './seed.ts'
import { selectDepositAccounts, selectSources, selectTexts } from './store.ts'

/** What the app asks before it knows who is asking: texts, flags, limits and lists (spec.md §7, Lookups). */
export const lookupSlice: Slice = {
  name: 'lookup',
  seed: seedLookups,
  mount(app, context) {
    const { db, gate, settings, brand } = context

    mount(app, gate, contract.getActive, async () => ({ isActive: await isServiceActive(context) }))
    mount(app, gate, contract.getBanks, () => listBanks(context))
    mount(app, gate, contract.getSources, ({ language }) => selectSources(db, language))
    mount(app, gate, contract.getRegisterOtp, async () => ({ registerOTP: await isRegisterOtpOn(context) }))
    mount(app, gate, contract.getEnableChatWidget, async () => ({
      enableChatWidget: await settings.get(rules.chatWidget),
    }))

    mount(app, gate, contract.getConditions, async ({ language }) => ({
      conditions: await selectTexts(db, 'condition', language),
    }))
    mount(app, gate, contract.getAgreements, async ({ language }) => ({
      agreements: await selectTexts(db, 'agreement', language),
    }))
    mount(app, gate, contract.getNotice, async ({ language }) => ({
      notice: (await selectTexts(db, 'notice', language)).join(''),
    }))
    mount(app, gate, contract.getContact, async ({ language }) => ({
      contactText: (await selectTexts(db, 'contact', language)).join(''),
      lineLink: await settings.get(rules.contactLineLink),
      lineName: await settings.get(rules.contactLineName),
      lineQR: await settings.get(rules.contactLineQr),
    }))
    mount(app, gate, contract.getInfo, async () => ({
      name: (await settings.get(rules.infoName)) || brand.name,
      website: await settings.get(rules.infoWebsite),
    }))

    mount(app, gate, contract.getDeposit, () => readDeposit(context))
    mount(app, gate, contract.getSlip, async () => ({
      uploadWithinMinutes: await settings.get(rules.slipUploadMinutes),
      maxBytes: (await settings.get(rules.slipMaxMegabytes)) * 1024 * 1024,
      types: [...rules.slipTypes],
      closedFrom: await settings.get(rules.slipClosedFrom),
      closedUntil: await settings.get(rules.slipClosedUntil),
    }))
  },
}

async function readDeposit({ db, settings }: Context) {
  const accounts = await selectDepositAccounts(db)
  return {
    banks: accounts
      .filter(({ kind }) => kind === 'bank')
      .map((account) => ({
        bank: { nameTH: account.nameTH ?? '', nameEN: account.nameEN ?? '' },
        bankCode: account.bankCode ?? '',
        bankType: account.bankType,
        mode: account.mode,
        bankAccountName: account.accountName,
        bankAccountNo: account.accountNo,
        currency: account.currency,
      })),
    wallets: accounts
      .filter(({ kind }) => kind === 'wallet')
      .map(({ accountName, mode }) => ({ walletAccountName: accountName, mode })),
    isManual: await settings.get(rules.depositManual),
    minDeposit: await settings.get(rules.depositMin),
  }
}
