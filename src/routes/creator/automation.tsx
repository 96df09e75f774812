import { createFileRoute } from '@tanstack/react-router'
import { pageHead } from '../../lib/head.ts'
import { loaderHead } from '../../lib/loader-head.ts'
import { m } from '../../paraglide/messages.js'
import { automationsQuery } from '../../queries/automation.ts'
import { AutomationScreen } from '../../screens/automation/automation-screen.tsx'

export const Route = createFileRoute('/creator/automation')({
  staticData: { middleware: ['auth', 'creator'] },
  loader: async ({ context: { queryClient } }) => {
    await queryClient.prefetchQuery(automationsQuery)
    return pageHead({ title: m.automation_title() })
  },
  head: loaderHead,
  component: AutomationScreen,
})
