// This program runs in several processes. It prints a forecast, which contains the id of the process that computed it.
import { openForecasts } from './examples/sharedCache.js'
import { ask, urlOf } from './requests.mjs'

const fetchForecast = async city => `${city} from ${process.pid}`
const { app, close } = openForecasts(process.argv[2], fetchForecast, () => true)
const server = app.listen(0, '127.0.0.1')
const url = await urlOf(server)
console.log((await ask(`${url}/forecast/Porto`)).body)
const { status } = await ask(`${url}/cache`)
if (status !== 200) throw new Error(`The status of the cache is answered with ${status}`)
server.close()
server.closeAllConnections()
await close()
