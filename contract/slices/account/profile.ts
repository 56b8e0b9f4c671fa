import { inEachName } from '../../bank-names.ts'
import { Timestamp, Type } from '../../endpoint.ts'

/** A member as the app shows them (product.md §3). */
export const Profile = Type.Object({
  _id: Type.String(),
  name: Type.String(),
  username: Type.String(),
  createdAt: Timestamp(),
  coin: Type.Integer(),
})

export const BankAccount = Type.Object({
  bankCode: Type.String(),
  bankAccountName: Type.String(),
  bankAccountNo: Type.String(),
  bank: Type.Object(inEachName(() => Type.String())),
})
