// Sends the OpenAPI document to who has started this thread.
import { parentPort } from 'node:worker_threads'
import { openApiDocument } from '@lms/api'

parentPort!.postMessage(`${JSON.stringify(openApiDocument(), null, 2)}\n`)
