import { DemoBanner } from '@krapao/web/brand/demo-banner.tsx'
import { reportUncaught } from '@krapao/web/errors/report-error.ts'
import { Contained } from '@krapao/web/ui/boundary.tsx'
import { useEffect } from 'react'
import { Redirect, Route, Switch, useLocation, useSearch } from 'wouter'
import { followOtherTabs, leave } from '../frame/calls/api.ts'
import { loginPath, onSessionChange, readToken, watchOtherTabs } from '../frame/calls/session.ts'
import type { Part } from '../frame/load/part.tsx'
import { dismissQuestions, Overlay } from '../ui/overlay.tsx'
import { AppNotice } from './app-notice.tsx'
import { ChatPlace } from './chat-place.tsx'
import { MemberLayout, pages } from './routes.tsx'
import { Visitor } from './visitor-layout.tsx'

reportUncaught()

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
  useEffect(() => onSessionChange(dismissQuestions), [])
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new page begins at its top
  useEffect(() => {
    // Braces: in newer browsers scrollTo returns a promise, which React would take for a clean-up function.
    window.scrollTo(0, 0)
  }, [location])

  return (
    // The banner of a demo counts to the window's height: a page that fits beside it is not to scroll.
    <div className="flex min-h-dvh flex-col pt-(--strip)">
      <Contained part="demo-banner">
        <DemoBanner />
      </Contained>
      <Switch>
        {/* The keys make a second redirect in a row a new element; without them React Router would not follow it. */}
        <Route key="root" path="/">
          <Redirect to="/user" replace />
        </Route>
        <Route key="user" path="/user">
          <Redirect to="/user/home" replace />
        </Route>
        <Route path="/user/:page/:part?">
          {({ page, part }) => {
            const Page = pages.member[part ? `${page}/${part}` : page]
            return Page ? <Member page={Page} /> : <NotFound />
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
      <ChatPlace />
      <Overlay />
      <Contained part="notice">
        <AppNotice />
      </Contained>
    </div>
  )
}

/** A member's page. Without a stored token the login page opens first and then leads back here. */
function Member({ page: Page }: { page: Part<object> }) {
  const [location] = useLocation()
  const search = useSearch()
  const isIn = readToken() !== undefined
  useEffect(() => {
    // Beside its layout, not after it.
    if (isIn) Page.fetchAhead()
  }, [Page, isIn])
  if (!isIn) return <Redirect to={loginPath(search ? `${location}?${search}` : location)} replace />
  return (
    <MemberLayout>
      <Page />
    </MemberLayout>
  )
}

const NotFound = () => <pages.notFound />
