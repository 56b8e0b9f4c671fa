import { DemoBanner } from '@krapao/web/brand/demo-banner.tsx'
import { useEffect } from 'react'
import { Redirect, Route, Switch, useLocation } from 'wouter'
import { Overlay } from '../ui/overlay.tsx'
import { followOtherTabs, leave } from './api.ts'
import { AppNotice } from './app-notice.tsx'
import { Member } from './member-layout.tsx'
import { pages } from './routes.tsx'
import { loginPath, watchOtherTabs } from './session.ts'
import { Visitor } from './visitor-layout.tsx'

/** Routes and guards of product.md §2. */
export function App() {
  const [location, navigate] = useLocation()

  useEffect(() => {
    leave.toLogin = (ending, phone) => {
      const { pathname, search } = window.location
      // A visitor's page needs no login.
      if (!/^\/user(\/|$)/.test(pathname)) return
      navigate(loginPath(pathname + search), { replace: true, state: { ending, phone } })
    }
    leave.toTerminated = () => navigate('/terminated', { replace: true })
    followOtherTabs()
    return watchOtherTabs(followOtherTabs)
  }, [navigate])
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new page begins at its top
  useEffect(() => {
    // Braces: newer browsers answer with a promise, which React would take for a clean-up.
    window.scrollTo(0, 0)
  }, [location])

  return (
    <>
      <DemoBanner />
      <Switch>
        {/* Keys, because a redirect that follows a redirect must be a new one to act. */}
        <Route key="root" path="/">
          <Redirect to="/user" replace />
        </Route>
        <Route key="user" path="/user">
          <Redirect to="/user/home" replace />
        </Route>
        <Route path="/user/:page">
          {({ page }) => {
            const Page = pages.member[page]
            return Page ? (
              <Member>
                <Page />
              </Member>
            ) : (
              <NotFound />
            )
          }}
        </Route>
        <Route path="/terminated">
          <pages.terminated />
        </Route>
        <Route path="/:page">
          {({ page }) => {
            const Page = pages.visitor[page]
            return Page ? (
              <Visitor page={page}>
                <Page />
              </Visitor>
            ) : (
              <NotFound />
            )
          }}
        </Route>
        <Route>
          <NotFound />
        </Route>
      </Switch>
      <Overlay />
      <AppNotice />
    </>
  )
}

const NotFound = () => <pages.notFound />
