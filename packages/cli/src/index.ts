export { type ServiceEntry, serviceNames, services } from './services.ts'
