// The script of an exported SCORM object: it finds the player (SCORM 1.2 Run-Time Environment, 3.3), and reports the lesson
// complete when its end was on the screen.

/** Windows that are asked for the player, as the standard does. */
const maxWindows = 7

export const completionScript = `
(function () {
  function apiIn(at) {
    for (var n = 0; at && n < ${maxWindows}; n++) {
      try { if (at.API) return at.API } catch (_) { return null }
      if (at === at.parent) return null
      at = at.parent
    }
    return null
  }
  var api = apiIn(window) || (window.opener && apiIn(window.opener))
  if (!api) return
  var started = new Date(), done = false, ended = false
  api.LMSInitialize('')
  function pad(number) { return (number < 10 ? '0' : '') + number }
  function complete() {
    if (done) return
    done = true
    api.LMSSetValue('cmi.core.lesson_status', 'completed')
    api.LMSCommit('')
  }
  function isAtEnd() {
    var page = document.documentElement
    return window.innerHeight + window.pageYOffset >= page.scrollHeight - 4
  }
  function look() { if (isAtEnd()) complete() }
  function end() {
    if (ended) return
    ended = true
    var seconds = Math.floor((new Date() - started) / 1000)
    api.LMSSetValue('cmi.core.session_time', pad(Math.floor(seconds / 3600)) + ':' + pad(Math.floor(seconds / 60) % 60) + ':' + pad(seconds % 60))
    if (!done) api.LMSSetValue('cmi.core.lesson_status', 'incomplete')
    api.LMSCommit('')
    api.LMSFinish('')
  }
  window.addEventListener('load', look)
  window.addEventListener('scroll', look)
  window.addEventListener('pagehide', end)
  window.addEventListener('beforeunload', end)
})()
`
