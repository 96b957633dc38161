/** What is new, as the contract asks for it. */
import type { newsCalls, newsEvents } from '#shared/rpc/contract/news.ts'
import type { Handlers, Streams } from '#shared/rpc/server.ts'
import type { NewsKeeper } from './news.ts'

export const newsHandlers = (news: NewsKeeper): Pick<Handlers, keyof typeof newsCalls> => ({
  'news.list': () => news.news(),
  'news.seen': (which) => {
    news.seen(which)
    return null
  },
  'news.look': ({ ids }) => {
    news.look(ids)
    return null
  },
  'news.presence': (presence) => {
    news.presence(presence)
    return null
  },
})

export const newsStreams = (news: NewsKeeper): Pick<Streams, keyof typeof newsEvents> => ({
  'news.changed': (_, emit) => {
    emit(news.news())
    return news.onChange(emit)
  },
  'news.arrived': (_, emit) => news.onArrival(emit),
})
