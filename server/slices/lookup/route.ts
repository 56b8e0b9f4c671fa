import { getActive } from '@krapao/contract/slices/lookup/get-active.ts'
import { getAgreements } from '@krapao/contract/slices/lookup/get-agreements.ts'
import { getBankNames } from '@krapao/contract/slices/lookup/get-bank-names.ts'
import { getBanks } from '@krapao/contract/slices/lookup/get-banks.ts'
import { getConditions } from '@krapao/contract/slices/lookup/get-conditions.ts'
import { getContact } from '@krapao/contract/slices/lookup/get-contact.ts'
import { getEnableChatWidget } from '@krapao/contract/slices/lookup/get-enable-chat-widget.ts'
import { getInfo } from '@krapao/contract/slices/lookup/get-info.ts'
import { getNotice } from '@krapao/contract/slices/lookup/get-notice.ts'
import { getRegisterOtp } from '@krapao/contract/slices/lookup/get-register-otp.ts'
import { getSources } from '@krapao/contract/slices/lookup/get-sources.ts'
import { reportClientError } from '@krapao/contract/slices/lookup/report-client-error.ts'
import { mount } from '../../platform/http.ts'
import { readRegistrationNumbers } from '../account/public.ts'
import type { Slice } from '../context.ts'
import { loggedError } from './client-errors.ts'
import { isRegisterOtpOn, isServiceActive, listBanks } from './public.ts'
import * as rules from './rules.ts'
import { seedLookups } from './seed.ts'
import { selectBankNames, selectSources, selectTexts } from './store.ts'

/**
 * Texts, flags, limits and lists that the app needs before the login (product.md §7, Lookups), and errors of
 * pages.
 */
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
  },
}
