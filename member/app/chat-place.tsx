import { useEffect, useState } from 'react'
import { useLocation } from 'wouter'
import { useChat } from '../frame/chat/chat-opener.ts'
import { partOf } from '../frame/load/part.tsx'
import { whenIdle } from '../frame/load/when-idle.ts'

const nothing = () => null
const ChatCorner = partOf(() => import('../slices/chat/chat-corner.tsx'), {
  waiting: nothing,
  failed: nothing,
})

/**
 * The chat's button, on every page that has a server to talk to. It is loaded when the page has nothing else
 * to do.
 */
export function ChatPlace() {
  const [location] = useLocation()
  const { isOpen } = useChat()
  const [isIdle, setIdle] = useState(false)
  useEffect(() => whenIdle(() => setIdle(true)), [])
  return (isIdle || isOpen) && location !== '/terminated' ? <ChatCorner /> : null
}
