import { QueryClientProvider } from '@tanstack/react-query'
import { useEffect } from 'react'
import { Redirect, Route, Switch, useLocation, Router as WouterRouter } from 'wouter'
import { DeskPage } from '../slices/desk/public.ts'
import { AuditPage, LoginPage } from '../slices/operator/public.ts'
import { Toasts } from '../ui/toasts.tsx'
import { leave } from './api.ts'
import { Layout } from './layout.tsx'
import { queries } from './queries.ts'

/** The console's pages, all under /console. */
export function App() {
  return (
    <QueryClientProvider client={queries}>
      <WouterRouter base="/console">
        <Pages />
      </WouterRouter>
      <Toasts />
    </QueryClientProvider>
  )
}

function Pages() {
  const [location, navigate] = useLocation()
  useEffect(() => {
    leave.toLogin = () => navigate(`/login?next=${encodeURIComponent(location)}`, { replace: true })
  }, [navigate, location])

  return (
    <Switch>
      <Route path="/login">
        <LoginPage />
      </Route>
      <Route path="/audit">
        <Layout>
          <AuditPage />
        </Layout>
      </Route>
      {/* One route for the desk, so that choosing an item keeps the list where it is. */}
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
