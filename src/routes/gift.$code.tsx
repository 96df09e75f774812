import { createFileRoute } from '@tanstack/react-router'
import { pageHead } from '../lib/head.ts'
import { loaderHead } from '../lib/loader-head.ts'
import { m } from '../paraglide/messages.js'
import { giftQuery } from '../queries/gifts.ts'
import { GiftScreen } from '../screens/gifts/gift-screen.tsx'

/** A gift by its link (product §42): open to visitors, who sign in to accept it. */
export const Route = createFileRoute('/gift/$code')({
  loader: async ({ context: { queryClient }, params: { code } }) => {
    await queryClient.prefetchQuery(giftQuery(code))
    return pageHead({ title: m.gifts_page_title() })
  },
  head: loaderHead,
  component: Gift,
})

function Gift() {
  return <GiftScreen code={Route.useParams().code} />
}
