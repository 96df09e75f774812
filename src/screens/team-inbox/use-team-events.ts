import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useState } from 'react'
import { teamInboxKeys } from '../../queries/team-inbox.ts'
import { applyTeamEvent } from './apply-team-event.ts'

/**
 * Opens the team inbox on this tab's socket. Answers how many conversations have news that the list does not have at
 * their place yet, and how to bring the list up to date.
 */
export function useTeamEvents(): { fresh: number; update: () => void } {
  const queryClient = useQueryClient()
  const [fresh, setFresh] = useState<ReadonlySet<string>>(new Set())
  const update = useCallback(() => {
    setFresh(new Set())
    void queryClient.invalidateQueries({ queryKey: teamInboxKeys.lists })
  }, [queryClient])
  useEffect(() => {
    let isOver = false
    let stops: (() => void)[] = []
    void import('../../live/live.ts').then(({ listen, send, whenOpen }) => {
      if (isOver) return
      const open = () => send({ type: 'team_inbox', is_open: true })
      stops = [
        // What came while there was no socket is read again.
        whenOpen(() => {
          open()
          void queryClient.invalidateQueries({ queryKey: teamInboxKeys.all })
        }),
        listen('team_event', (payload) => {
          if (!applyTeamEvent(queryClient, payload)) return
          const { event } = payload
          if (event.type === 'new_message') setFresh((before) => new Set(before).add(event.message.session_id))
        }),
        () => send({ type: 'team_inbox', is_open: false }),
      ]
      open()
    })
    return () => {
      isOver = true
      for (const stop of stops) stop()
    }
  }, [queryClient])
  return { fresh: fresh.size, update }
}
