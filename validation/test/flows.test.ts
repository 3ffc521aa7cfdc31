import { testGroup } from './group.js'

testGroup('flows')
