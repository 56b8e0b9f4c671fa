import { Suspense, useEffect } from 'react'
import { Redirect, Route, Switch, useLocation } from 'wouter'
import { Overlay } from '../ui/overlay.tsx'
import { leave } from './api.ts'
import { Member } from './member-layout.tsx'
import { pages } from './routes.tsx'
import { Visitor } from './visitor-layout.tsx'

/** Routes and guards of spec.md §2. */
export function App() {
  const [location, navigate] = useLocation()

  useEffect(() => {
    leave.toLogin = () =>
      navigate(`/login?next=${encodeURIComponent(window.location.pathname)}`, { replace: true })
    leave.toTerminated = () => navigate('/terminated', { replace: true })
  }, [navigate])
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new page begins at its top
  useEffect(() => {
    // Braces: newer browsers answer with a promise, which React would take for a clean-up.
    window.scrollTo(0, 0)
  }, [location])

  return (
    <>
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
          <Suspense fallback={null}>
            <pages.terminated />
          </Suspense>
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
    </>
  )
}

const NotFound = () => (
  <Suspense fallback={null}>
    <pages.notFound />
  </Suspense>
)
