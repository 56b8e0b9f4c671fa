-- Texts belong to the operator once they are there, so that a release changes no text of an installation. Three sentences
-- that were shipped promise what members cannot find: limits and breaks that they set by themselves, one hour for a slip
-- whatever the setting says, and a bonus page. They are replaced word by word; all that an operator wrote stays. One statement
-- each, since one paragraph may hold several.
update texts set html = replace(html, was, says), updated_at = now()
from (values
  ('th',
   'คุณกำหนดวงเงินฝากและวงเงินเสีย พักการเล่น 1–30 วัน หรือระงับการเล่นของตนเองตั้งแต่ 6 เดือนขึ้นไปได้ การลดวงเงินมีผลทันที ส่วนการเพิ่มวงเงินมีผลหลัง 24 ชั่วโมงและต้องยืนยันอีกครั้ง ระหว่างพักยังถอนเงินและติดต่อทีมงานได้ตามปกติ',
   'ติดต่อทีมงานเพื่อขอกำหนดวงเงินหรือพักการเล่น'),
  ('la',
   'ທ່ານກຳນົດວົງເງິນຝາກ ແລະ ວົງເງິນເສຍ, ພັກການຫຼິ້ນ 1–30 ມື້ ຫຼື ງົດຫຼິ້ນຕັ້ງແຕ່ 6 ເດືອນຂຶ້ນໄປໄດ້. ການຫຼຸດວົງເງິນມີຜົນທັນທີ, ສ່ວນການເພີ່ມວົງເງິນມີຜົນຫຼັງ 24 ຊົ່ວໂມງ ແລະ ຕ້ອງຢືນຢັນອີກຄັ້ງ. ໃນໄລຍະພັກຍັງຖອນເງິນ ແລະ ຕິດຕໍ່ທີມງານໄດ້ຕາມປົກກະຕິ.',
   'ຕິດຕໍ່ທີມງານເພື່ອຂໍກຳນົດວົງເງິນ ຫຼື ພັກການຫຼິ້ນ.'),
  ('en',
   'You can set limits on deposits and losses, take a break of 1 to 30 days, or exclude yourself for 6 months or longer. Lowering a limit takes effect at once; raising it takes 24 hours and a second confirmation. During a break you can still withdraw and contact us.',
   'Contact us to set a limit or take a break.')
) as mended (written_in, was, says)
where key = 'condition' and language = written_in and position(was in html) > 0;

update texts set html = replace(html, was, says), updated_at = now()
from (values
  ('th',
   'อัปโหลดภายใน 1 ชั่วโมงหลังโอน',
   'อัปโหลดภายในเวลาที่แสดงในหน้าฝากเงิน'),
  ('la',
   'ອັບໂຫຼດພາຍໃນ 1 ຊົ່ວໂມງຫຼັງໂອນ',
   'ອັບໂຫຼດພາຍໃນເວລາທີ່ສະແດງຢູ່ໜ້າຝາກເງິນ'),
  ('en',
   'upload it within 1 hour of the transfer',
   'upload it within the time shown on the deposit screen')
) as mended (written_in, was, says)
where key = 'condition' and language = written_in and position(was in html) > 0;

update texts set html = replace(html, was, says), updated_at = now()
from (values
  ('th',
   'จึงยกเลิกโบนัสได้ที่หน้าโบนัส',
   'จึงยกเลิกโบนัสได้'),
  ('la',
   'ຈຶ່ງຍົກເລີກໂບນັດໄດ້ຢູ່ໜ້າໂບນັດ',
   'ຈຶ່ງຍົກເລີກໂບນັດໄດ້'),
  ('en',
   'You can then cancel it on the bonus page',
   'You can then cancel it')
) as mended (written_in, was, says)
where key = 'notice' and language = written_in and position(was in html) > 0;
