import { DemoBanner } from '@krapao/web/brand/demo-banner.tsx'
import { reportUncaught } from '@krapao/web/errors/report-error.ts'
import { openWhenSettled } from '@krapao/web/ui/back-button.ts'
import { Contained } from '@krapao/web/ui/boundary.tsx'
import { QueryClientProvider } from '@tanstack/react-query'
import { useEffect } from 'react'
import { Redirect, Route, Switch, useLocation, useSearch, Router as WouterRouter } from 'wouter'
import { CampaignPages } from '../slices/campaign/public.ts'
import { ChatPages } from '../slices/chat/public.ts'
import { SuspensePage } from '../slices/deposit/public.ts'
import { DecisionsPage, DeskPage, FindPage, WorkPage } from '../slices/desk/public.ts'
import { DaysPage } from '../slices/game/public.ts'
import { AccountPage, AuditPage, ConfirmDialog, LoginPage, StaffPage } from '../slices/operator/public.ts'
import { Toasts } from '../ui/toasts.ts'
import { leave } from './api.ts'
import { Layout } from './layout.tsx'
import { queries } from './queries.ts'
import { loginPath } from './session.ts'

reportUncaught()

/** The console's pages, all under /console. */
export function App() {
  return (
    <QueryClientProvider client={queries}>
      <WouterRouter base="/console" aroundNav={openWhenSettled}>
        <Pages />
        <Contained part="confirm">
          <ConfirmDialog />
        </Contained>
      </WouterRouter>
      <Contained part="toasts">
        <Toasts />
      </Contained>
    </QueryClientProvider>
  )
}

function Pages() {
  const [location, navigate] = useLocation()
  const search = useSearch()
  useEffect(() => {
    leave.toLogin = (ending) => {
      if (location !== '/login') navigate(loginPath(location, search), { replace: true, state: { ending } })
    }
  }, [navigate, location, search])

  return (
    <Switch>
      <Route path="/login">
        <DemoBanner />
        <LoginPage />
      </Route>
      <Route path="/audit">
        <Layout>
          <AuditPage />
        </Layout>
      </Route>
      <Route path="/staff">
        <Layout>
          <StaffPage />
        </Layout>
      </Route>
      <Route path="/account">
        <Layout>
          <AccountPage />
        </Layout>
      </Route>
      <Route path="/suspense/:account?">
        {({ account }) => (
          <Layout>
            <SuspensePage account={account} />
          </Layout>
        )}
      </Route>
      <Route path="/campaigns/:kind?/:code?/:edit?">
        {({ kind, code, edit }) => (
          <Layout>
            <CampaignPages kind={kind} code={code} isEdit={edit !== undefined} />
          </Layout>
        )}
      </Route>
      <Route path="/days">
        <Layout>
          <DaysPage />
        </Layout>
      </Route>
      <Route path="/chats/:id?/:step?">
        {({ id, step }) => (
          <Layout>
            <ChatPages id={id} step={step} />
          </Layout>
        )}
      </Route>
      <Route path="/work/:view?">
        {({ view }) => (
          <Layout>
            <WorkPage view={view} />
          </Layout>
        )}
      </Route>
      <Route path="/find">
        <Layout>
          <FindPage />
        </Layout>
      </Route>
      <Route path="/decisions">
        <Layout>
          <DecisionsPage />
        </Layout>
      </Route>
      {/* One route for all queues, so that choosing an item does not reset the list. */}
      <Route path="/:queue?/:id?">
        {({ queue, id }) => (
          <Layout>
            <DeskPage queue={queue} id={id} />
          </Layout>
        )}
      </Route>
      <Route>
        <Redirect to="/" replace />
      </Route>
    </Switch>
  )
}
