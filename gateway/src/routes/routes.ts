// All public routes of a school's address. Everything outside /api is here; what no other route takes is a page.
import { isId } from '@lms/contract'
import { noRoom } from '../pages/room.ts'
import { noCalendar, takeCalendar } from '../public/calendar.ts'
import { takeDocument } from '../public/document.ts'
import { noFile, takeDownload } from '../public/download.ts'
import { noStored, takeFile, takeMedia } from '../public/file.ts'
import {
  inboundTransports,
  isReturnToken,
  noReturn,
  takeMail,
  takeMessageCallback,
} from '../public/inbound.ts'
import { noMail, takeMailView } from '../public/mail-view.ts'
import { noPage, noPreview, refuseToShow, takePage, takePreview } from '../public/pages.ts'
import { takeCallback } from '../public/payment-callback.ts'
import type { PublicRoute } from '../public/route.ts'
import { noTracked, takeLink, takeOpening } from '../public/tracked.ts'
import { noVideo, takeVideoCallback } from '../public/video-callback.ts'
import { isWellKnown, noWellKnown, takeWellKnown } from '../public/well-known.ts'
import { takeBeat } from '../room/beat.ts'
import { takeStream } from '../room/stream.ts'
import { isToken, servicePages } from './service-pages.ts'

/** With the claims of a link, of which the name of a file is one. */
const isStoredToken = (value: string) => /^[\w.-]{1,4000}$/.test(value)
/** The name of a page of the documentation, in its folders. */
const isGuide = (value: string) => /^(?!.{200})[a-z0-9-]+(?:[/.][a-z0-9-]+)*$/.test(value)
const document = {
  methods: ['GET'],
  parameter: null,
  whileSuspended: false,
  cache: 'no-cache',
  missing: noPage,
  take: takeDocument,
} as const

/** What no other route takes: the school's own addresses. */
export const pageRoute: PublicRoute = {
  path: '/{page}',
  methods: ['GET'],
  parameter: () => true,
  whileSuspended: false,
  answers: 'page',
  cache: 'no-cache',
  missing: noPage,
  take: takePage,
  refuse: refuseToShow,
}

export const publicRoutes: readonly PublicRoute[] = [
  { path: '/docs', answers: 'document', ...document },
  { path: '/docs/{page}', answers: 'document', ...document, parameter: isGuide },
  { path: '/openapi.json', answers: 'json', ...document },
  {
    path: '/downloads/{token}',
    methods: ['GET'],
    parameter: isToken,
    whileSuspended: false,
    answers: 'bytes',
    cache: 'no-store',
    missing: noFile,
    take: takeDownload,
  },
  {
    path: '/files/{token}',
    methods: ['GET', 'PUT', 'OPTIONS'],
    parameter: isStoredToken,
    whileSuspended: false,
    answers: 'stored',
    cache: 'no-store',
    missing: noStored,
    take: takeFile,
  },
  {
    path: '/media/{token}',
    methods: ['GET'],
    parameter: isStoredToken,
    whileSuspended: false,
    answers: 'stored',
    cache: 'no-store',
    missing: noStored,
    take: takeMedia,
  },
  {
    path: '/links/{token}',
    methods: ['GET'],
    parameter: isToken,
    whileSuspended: true,
    answers: 'bytes',
    cache: 'no-store',
    missing: noTracked,
    take: takeLink,
  },
  {
    path: '/opens/{token}',
    methods: ['GET'],
    parameter: isToken,
    whileSuspended: false,
    answers: 'stored',
    cache: 'no-store',
    missing: noTracked,
    take: takeOpening,
  },
  {
    path: '/mails/{token}',
    methods: ['GET'],
    parameter: isToken,
    whileSuspended: false,
    answers: 'mail',
    cache: 'private, no-store',
    missing: noMail,
    take: takeMailView,
  },
  {
    path: '/hooks/payments/{provider_id}',
    methods: ['POST'],
    parameter: value => isId('pvd', value),
    // The money has moved, whatever the school's state.
    whileSuspended: true,
    answers: 'json',
    cache: 'no-store',
    missing: 'This school has no payment provider with this address.',
    take: takeCallback,
  },
  {
    path: '/hooks/mail/{token}',
    methods: ['POST'],
    parameter: isReturnToken,
    // Addresses that are gone are gone, whatever the school's state.
    whileSuspended: true,
    answers: 'json',
    cache: 'no-store',
    missing: noReturn,
    take: takeMail,
  },
  {
    path: '/hooks/messages/{transport}',
    methods: ['POST'],
    parameter: value => inboundTransports.some(each => each === value),
    whileSuspended: true,
    answers: 'json',
    cache: 'no-store',
    missing: 'There is no such transport.',
    take: takeMessageCallback,
  },
  {
    path: '/hooks/video/{token}',
    // The end of a meeting of BigBlueButton is told by GET.
    methods: ['GET', 'POST'],
    parameter: isToken,
    // What has taken place has, whatever the school's state.
    whileSuspended: true,
    answers: 'json',
    cache: 'no-store',
    missing: noVideo,
    take: takeVideoCallback,
  },
  {
    path: '/calendar/{token}',
    methods: ['GET'],
    parameter: value => /^[\w.-]{1,100}\.ics$/.test(value),
    whileSuspended: false,
    answers: 'bytes',
    cache: 'no-store',
    missing: noCalendar,
    take: takeCalendar,
  },
  {
    path: '/room-streams/{token}',
    methods: ['GET'],
    parameter: isToken,
    whileSuspended: false,
    answers: 'json',
    cache: 'no-store',
    missing: noRoom,
    take: takeStream,
  },
  {
    path: '/room-beats/{token}',
    methods: ['POST'],
    parameter: isToken,
    whileSuspended: false,
    answers: 'json',
    cache: 'no-store',
    missing: noRoom,
    take: takeBeat,
  },
  {
    path: '/.well-known/{name}',
    methods: ['GET'],
    parameter: isWellKnown,
    whileSuspended: false,
    answers: 'json',
    cache: 'no-cache',
    missing: noWellKnown,
    take: takeWellKnown,
  },
  {
    path: '/preview/{token}',
    methods: ['GET'],
    parameter: isToken,
    whileSuspended: false,
    answers: 'page',
    cache: 'no-store',
    missing: noPreview,
    take: takePreview,
    refuse: refuseToShow,
  },
  ...servicePages,
  pageRoute,
]
