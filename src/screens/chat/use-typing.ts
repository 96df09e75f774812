import { useEffect, useState } from 'react'

/** Whether the other user is typing; ends by itself without further events. */
export function useTyping(userId: string): boolean {
  const [isTyping, setIsTyping] = useState(false)
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    let stops: (() => void)[] = []
    let isOver = false
    void import('../../live/live.ts').then(({ listen }) => {
      if (isOver) return
      stops = [
        listen('typing', ({ sender_id, is_typing }) => {
          if (sender_id !== userId) return
          clearTimeout(timer)
          setIsTyping(is_typing)
          if (is_typing) timer = setTimeout(() => setIsTyping(false), lastsMs)
        }),
        listen('new_message', ({ sender }) => {
          if (sender.id === userId) setIsTyping(false)
        }),
      ]
    })
    return () => {
      isOver = true
      clearTimeout(timer)
      for (const stop of stops) stop()
    }
  }, [userId])
  return isTyping
}

const lastsMs = 6_000
