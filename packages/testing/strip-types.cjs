// Jest runs the same TypeScript that Node runs: types are blanked out, nothing else changes.
const { stripTypeScriptTypes } = require('node:module')
module.exports = { process: source => ({ code: stripTypeScriptTypes(source, { mode: 'strip' }) }) }
