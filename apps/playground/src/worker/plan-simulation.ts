export { planSimulation } from 'seiche'
